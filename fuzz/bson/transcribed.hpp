// Reads valid BSON documents element by element, and builds them again.
#pragma once

#include "fuzz/invariants.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::fuzz {

class Transcriber {
 public:
  Transcriber(Bytes documents, bson::Builder& builder) noexcept : in_(documents), builder_(builder) {}

  void run() noexcept {
    while (at_ < in_.size()) {
      builder_.begin_document();
      elements();
      builder_.end();
    }
  }

 private:
  template <class T>
  T number() noexcept {
    return load_le<T>(take(sizeof(T)).data());
  }
  Bytes take(std::size_t size) noexcept {
    invariant(size <= in_.size() - at_, "the elements of a valid document lie inside it");
    const Bytes taken = in_.subspan(at_, size);
    at_ += size;
    return taken;
  }
  template <std::size_t N>
  std::span<const std::byte, N> fixed() noexcept {
    return std::span<const std::byte, N>(take(N));
  }
  std::string_view cstring() noexcept {
    const std::string_view rest = as_text(in_.subspan(at_));
    return as_text(take(rest.find('\0') + 1)).substr(0, rest.find('\0'));
  }
  std::string_view string() noexcept {
    const std::string_view text = as_text(take(number<std::uint32_t>()));
    return text.substr(0, text.size() - 1);
  }

  // The elements of a document, from its length on.
  void elements() noexcept {
    take(4);
    for (auto type = number<std::uint8_t>(); type != 0; type = number<std::uint8_t>()) element(type, cstring());
  }

  void nested() noexcept {
    elements();
    builder_.end();
  }

  void element(std::uint8_t type, std::string_view key) noexcept {
    switch (type) {
      case 0x01: return builder_.number(key, std::bit_cast<double>(number<std::uint64_t>()));
      case 0x02: return builder_.string(key, string());
      case 0x03: builder_.begin_document(key); return nested();
      case 0x04: builder_.begin_array(key); return nested();
      case 0x05: return binary(key);
      case 0x06: return builder_.undefined(key);
      case 0x07: return builder_.object_id(key, fixed<12>());
      case 0x08: return builder_.boolean(key, number<std::uint8_t>() == 1);
      case 0x09: return builder_.datetime(key, number<std::int64_t>());
      case 0x0a: return builder_.null(key);
      case 0x0b: {
        const std::string_view pattern = cstring();
        return builder_.regex(key, pattern, cstring());
      }
      case 0x0c: {
        const std::string_view collection = string();
        return builder_.db_pointer(key, collection, fixed<12>());
      }
      case 0x0d: return builder_.code(key, string());
      case 0x0e: return builder_.symbol(key, string());
      case 0x0f:
        take(4);
        builder_.begin_code_with_scope(key, string());
        return nested();
      case 0x10: return builder_.int32(key, number<std::int32_t>());
      case 0x11: return builder_.timestamp(key, number<std::uint64_t>());
      case 0x12: return builder_.int64(key, number<std::int64_t>());
      case 0x13: return builder_.decimal128(key, fixed<16>());
      case 0xff: return builder_.min_key(key);
      default: invariant(type == 0x7f, "a valid document has no other element"); return builder_.max_key(key);
    }
  }

  void binary(std::string_view key) noexcept {
    constexpr std::uint8_t old_binary = 2;  // has its length twice
    constexpr std::uint8_t vector = 9;
    const auto size = number<std::uint32_t>();
    const auto subtype = number<std::uint8_t>();
    Bytes data = take(size);
    if (subtype == vector) {
      const auto dtype = static_cast<bson_vector::VectorType>(data[0]);
      return builder_.vector(key, {dtype, std::to_integer<std::uint8_t>(data[1]), data.subspan(2)});
    }
    if (subtype == old_binary) data = data.subspan(4);
    builder_.binary(key, subtype, data);
  }

  Bytes in_;
  bson::Builder& builder_;
  std::size_t at_ = 0;
};

// transcribed returns valid documents, built again.
[[nodiscard]] inline std::vector<std::byte> transcribed(Bytes documents) {
  std::vector<std::byte> out(documents.size());
  bson::Builder builder(out);
  Transcriber(documents, builder).run();
  invariant(builder.finish() && builder.size() == out.size(), "what was read can be built, as large as it was");
  return out;
}

}  // namespace hallmark::fuzz
