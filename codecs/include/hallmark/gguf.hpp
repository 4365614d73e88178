// SPDX-License-Identifier: Apache-2.0
// GGUF, versions 2 and 3: the metadata and the tensors of a model in one file, little-endian or big-endian. Decisions
// where the document is silent: codecs/gguf/README.md.
#pragma once

#include "hallmark/core/decoder.hpp"

namespace hallmark::gguf {

// Dimensions that a tensor may have, and arrays that may be inside each other, unless Limits say otherwise.
inline constexpr std::uint32_t default_max_rank = 255;
inline constexpr std::uint32_t default_max_depth = 64;

// The alignment of a file whose metadata do not say.
inline constexpr std::uint32_t default_alignment = 32;

// ValueType is the type of a value of the metadata, and of the elements of an array, by its number in a file.
enum class ValueType : std::uint8_t { u8, i8, u16, i16, u32, i32, f32, boolean, string, array, u64, i64, f64 };

// Their names in values and reports, in that order.
inline constexpr std::string_view value_type_names[] = {"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                                                        "bool", "string", "array", "u64", "i64", "f64"};
[[nodiscard]] constexpr std::string_view name_of(ValueType type) noexcept {
  return value_type_names[static_cast<std::size_t>(type)];
}

// size_of is the bytes of a scalar; 0 for a string and an array.
[[nodiscard]] constexpr std::uint64_t size_of(ValueType type) noexcept {
  constexpr std::uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  return sizes[static_cast<std::size_t>(type)];
}

// Array is as many elements as `count` says, as a file holds them, in its byte order: scalars one after the other; a
// string as a length of 64 bits and its bytes; an array as a type of 32 bits, a count of 64 bits and its elements.
struct Array {
  ValueType type = ValueType::u8;
  std::uint64_t count = 0;
  Bytes data;
};

// Value has its content in the member for its type.
struct Value {
  ValueType type = ValueType::u8;
  std::uint64_t bits = 0;  // of a scalar, as they are in the file; zeros above them
  std::string_view text;   // of a string
  Array array;
};

// Elements gives the elements of an array one after the other. Where its bytes do not hold a whole element, because
// they have changed or were never judged, it ends there. Time and memory do not depend on the depth of arrays.
class Elements {
 public:
  explicit Elements(const Array& array, bool big_endian = false) noexcept : array_(array), big_endian_(big_endian) {}

  // next gives the next element; false when there is none.
  [[nodiscard]] HALLMARK_API bool next(Value& element) noexcept;
  // rest is the bytes that no element took so far.
  [[nodiscard]] Bytes rest() const noexcept { return array_.data; }

 private:
  Array array_;  // what is left of it
  bool big_endian_;
};

struct Pair {
  std::string_view key;
  Value value;
};

// FileView is a file. Both tables lie in the scratch, in the order of the file; keys, texts, arrays, shapes and data
// lie in the input. Shapes are row-major: the last dimension is the one whose elements lie beside each other. Data are
// as in the file, in its byte order.
struct FileView {
  std::uint32_t version = 3;
  bool big_endian = false;
  std::span<const Pair> metadata;
  std::span<const TensorView> tensors;
};

// find gives the value of a key, or null.
[[nodiscard]] HALLMARK_API const Value* find(std::span<const Pair> metadata, std::string_view key) noexcept;

// scratch_bound counts the pairs and the tensors that the header declares and the file can pay for: at most 8 bytes for
// each byte of the header, and 16 for each level of arrays. Elements take none.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(Input input, const Options& options = {}) noexcept;

// decode reads a file, or its beginning: up to where the data start is enough. A tensor has no data then where they are
// not here in full. Rejections: gguf/rules.hpp.
HALLMARK_API Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options = {}) noexcept;

// validate goes on after an error as far as the fields can be read: README.md says how far.
HALLMARK_API Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;

// encoded_size is the size of the canonical file.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const FileView& file) noexcept;

// encode_scratch is the working memory that encode needs: to decode what was written.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(const FileView& file) noexcept;

// encode writes the canonical file: pairs and tensors in their order, data by the alignment of the pairs, every padding
// written. It refuses what the decoder would, by the same rules.
HALLMARK_API Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::gguf
