// SPDX-License-Identifier: Apache-2.0
// The one writer: the fields of a file in the order of the document. The encoder puts through it, and so does whatever
// makes a file for a test or a benchmark; besides, the layout stands in the walk and in the oracle.
#pragma once

#include "gguf/format.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::gguf {

class Fields : public Writer {
 public:
  explicit Fields(bool big_endian, std::span<std::byte> out = {}) noexcept : Writer(out), big_endian_(big_endian) {}

  // number puts the lowest `size` bytes.
  void number(std::uint64_t value, std::uint64_t size = 8) noexcept {
    const std::uint64_t word = little_endian(big_endian_ ? reversed(value) >> (64 - 8 * size) : value);
    bytes(std::as_bytes(std::span(&word, 1)).first(static_cast<std::size_t>(size)));
  }
  void type(ValueType type) noexcept { number(static_cast<std::uint8_t>(type), type_size); }
  void string(std::string_view value) noexcept {
    number(value.size());
    text(value);
  }
  [[gnu::always_inline]] void value(const Value& value) noexcept {
    if (value.type == ValueType::string) return string(value.text);
    if (value.type != ValueType::array) return number(value.bits, size_of(value.type));
    type(value.array.type);
    number(value.array.count);
    bytes(value.array.data);
  }
  void pair(std::string_view key, const Value& of) noexcept {
    string(key);
    type(of.type);
    value(of);
  }
  void info(const TensorView& tensor, std::uint64_t offset) noexcept {
    string(tensor.name);
    number(tensor.shape.rank(), 4);
    for (std::uint64_t axis = tensor.shape.rank(); axis != 0; --axis) number(tensor.shape[axis - 1]);
    number(number_of(tensor.dtype), type_size);
    number(offset);
  }
  // head is what comes before the pairs and the infos.
  void head(std::uint32_t version, std::uint64_t tensors, std::uint64_t pairs) noexcept {
    text(magic);
    number(version, 4);
    number(tensors);
    number(pairs);
  }
  void padding(std::uint64_t alignment) noexcept { zeros(rounded_up(size(), alignment) - size()); }

 private:
  bool big_endian_;
};

// alignment_of is the alignment that pairs say, or that of files which do not.
[[nodiscard]] inline std::uint64_t alignment_of(std::span<const Pair> metadata) noexcept {
  const Value* const given = find(metadata, "general.alignment");
  return given != nullptr && given->type == ValueType::u32 && given->bits != 0 ? given->bits : default_alignment;
}

// put_tables puts a file up to the padding before its data. `place` gives the offset of a tensor by its number.
template <class Place>
void put_tables(Fields& to, const FileView& file, const Place& place) noexcept {
  to.head(file.version, file.tensors.size(), file.metadata.size());
  for (const Pair& pair : file.metadata) to.pair(pair.key, pair.value);
  for (std::size_t i = 0; i < file.tensors.size(); ++i) to.info(file.tensors[i], place(i));
}

// put_head puts the tables of a canonical file and the padding after them. `size` gives the bytes of a tensor.
template <class Size>
void put_head(Fields& to, const FileView& file, std::uint64_t alignment, const Size& size) noexcept {
  std::uint64_t next = 0;
  put_tables(to, file,
             [&](std::size_t i) { return std::exchange(next, next + rounded_up(size(file.tensors[i]), alignment)); });
  to.padding(alignment);
}

}  // namespace hallmark::gguf
