// SPDX-License-Identifier: Apache-2.0
// The one writer: the fields of a file by their names in the document, in its order. The encoder puts through it, and
// so does whatever makes a file for a test or a benchmark; besides, the layout is in the walk and in the oracle.
#pragma once

#include "gguf/format.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::gguf {

// Fields is a Writer that knows the byte order of the file.
class Fields : public Writer {
 public:
  constexpr explicit Fields(bool big_endian = false) noexcept : big_endian_(big_endian) {}
  Fields(bool big_endian, std::span<std::byte> out) noexcept : Writer(out), big_endian_(big_endian) {}

  template <class T>
  constexpr void number(T value) noexcept {
    integer(in_order(value, big_endian_));
  }
  constexpr void string(std::string_view text) noexcept {
    number(std::uint64_t{text.size()});
    this->text(text);
  }
  // padding puts zeros up to a multiple of an alignment.
  constexpr void padding(std::uint64_t alignment) noexcept { zeros(rounded_up(size(), alignment) - size()); }

 private:
  bool big_endian_;
};

// What a file says of itself. The document: gguf_header_t.
struct HeaderFields {
  std::uint32_t version = 3;
  std::uint64_t tensor_count = 0;
  std::uint64_t metadata_kv_count = 0;
};
constexpr void put_header(Fields& to, const HeaderFields& header) noexcept {
  to.text(magic);
  to.number(header.version);
  to.number(header.tensor_count);
  to.number(header.metadata_kv_count);
}

// The value of a pair, without its type; the elements of an array are put as they are.
constexpr void put_value(Fields& to, const Value& value) noexcept {
  switch (size_of(value.type)) {
    case 1: return to.u8(static_cast<std::uint8_t>(value.bits));
    case 2: return to.number(static_cast<std::uint16_t>(value.bits));
    case 4: return to.number(static_cast<std::uint32_t>(value.bits));
    case 8: return to.number(value.bits);
    default: break;
  }
  if (value.type == ValueType::string) return to.string(value.text);
  to.number(static_cast<std::uint32_t>(value.array.type));
  to.number(value.array.count);
  to.bytes(value.array.data);
}

// A pair. The document: gguf_metadata_kv_t.
constexpr void put_pair(Fields& to, const Pair& pair) noexcept {
  to.string(pair.key);
  to.number(static_cast<std::uint32_t>(pair.value.type));
  put_value(to, pair.value);
}

// What an info says after its name. The document: gguf_tensor_info_t.
struct InfoFields {
  Shape shape;  // row-major
  std::uint32_t type = 0;
  std::uint64_t offset = 0;
};
constexpr void put_info(Fields& to, std::string_view name, const InfoFields& info) noexcept {
  to.string(name);
  to.number(static_cast<std::uint32_t>(info.shape.rank()));
  for (std::uint64_t axis = info.shape.rank(); axis != 0; --axis) to.number(info.shape[axis - 1]);
  to.number(info.type);
  to.number(info.offset);
}

// The smallest there can be: without a key and with a value of a byte, without a name and dimensions.
inline constexpr std::uint64_t header_size = [] {
  Fields to;
  put_header(to, {});
  return to.size();
}();
inline constexpr std::uint64_t smallest_pair = [] {
  Fields to;
  put_pair(to, {});
  return to.size();
}();
inline constexpr std::uint64_t smallest_info = [] {
  Fields to;
  put_info(to, {}, {});
  return to.size();
}();
static_assert(header_size == 24 && smallest_pair == 13 && smallest_info == 24);

// put_head puts a file up to its data, which follow each other as the document says. `size_at(i)` is the bytes of the
// data of a tensor.
template <class SizeAt>
constexpr void put_head(Fields& to, const FileView& file, std::uint64_t alignment, const SizeAt& size_at) noexcept {
  put_header(to, {file.version, file.tensors.size(), file.metadata.size()});
  for (const Pair& pair : file.metadata) put_pair(to, pair);
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    const TensorView& tensor = file.tensors[i];
    put_info(to, tensor.name, {tensor.shape, number_of(tensor.dtype), offset});
    offset += rounded_up(size_at(i), alignment);
  }
  to.padding(alignment);
}

}  // namespace hallmark::gguf
