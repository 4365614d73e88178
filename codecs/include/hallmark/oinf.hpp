// SPDX-License-Identifier: Apache-2.0
// OINF, version 1: size variables, metadata and tensors of a model in one file. Decisions where the document is silent:
// codecs/oinf/README.md.
#pragma once

#include "hallmark/core/decoder.hpp"

namespace hallmark::oinf {

// Dimensions that a tensor or NDARRAY may have unless Limits::max_rank says otherwise.
inline constexpr std::uint32_t default_max_rank = 255;

// ValueType is the tag of metadata values; tensors use 1 to 12. oinf#valuetype-tags.
enum class ValueType : std::uint32_t {
  none = 0,
  i8 = 1,
  i16 = 2,
  i32 = 3,
  i64 = 4,
  u8 = 5,
  u16 = 6,
  u32 = 7,
  u64 = 8,
  f16 = 9,
  f32 = 10,
  f64 = 11,
  boolean = 12,
  bitset = 13,
  string = 14,
  ndarray = 15,
};

// is_element says whether a type can be that of array elements and scalars: 1 to 12.
[[nodiscard]] constexpr bool is_element(ValueType type) noexcept {
  return type >= ValueType::i8 && type <= ValueType::boolean;
}
// dtype_of gives the shared name of an element type, type_of the way back (`none` for a dtype that OINF lacks).
[[nodiscard]] HALLMARK_API DType dtype_of(ValueType type) noexcept;
[[nodiscard]] HALLMARK_API ValueType type_of(DType dtype) noexcept;

struct Sizevar {
  std::string_view name;
  std::uint64_t value = 0;
};

// Metadata is a key with its blob; the functions below read it. Scalars are the blob itself, little-endian.
struct Metadata {
  std::string_view key;
  ValueType type = ValueType::none;
  Bytes blob;  // value_nbytes at value_offset, its own padding included
};

// Bitset holds `bits` bits, least significant first in each byte.
struct Bitset {
  std::uint32_t bits = 0;
  Bytes data;
};

// Of a Metadata of that type in a valid file. Where its blob has changed since (core/bytes.hpp), what no longer fits it
// is empty, and an NDARRAY has no data.
[[nodiscard]] HALLMARK_API std::string_view string_of(const Metadata& value) noexcept;
[[nodiscard]] HALLMARK_API Bitset bitset_of(const Metadata& value) noexcept;
[[nodiscard]] HALLMARK_API TensorView ndarray_of(const Metadata& value) noexcept;

// ModelView is a valid file. The tables lie in the scratch; names, shapes and data in the input.
struct ModelView {
  std::span<const Sizevar> sizevars;
  std::span<const Metadata> metadata;
  std::span<const TensorView> tensors;
};

// scratch_bound is at most 3.2 bytes for each byte of the tables that the header declares and the file can pay for.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(Input input, const Options& options = {}) noexcept;

// decode reads a file, or its beginning: up to where the data start is enough, and where the values of its metadata
// end. A tensor has no data then where they are not here in full; BOOL tensors and padding are judged as far as they
// are here. Rejections: oinf/rules.hpp.
HALLMARK_API Decoded<ModelView> decode(Input input, Scratch& scratch, const Options& options = {}) noexcept;

// validate goes on with the next entry after an invalid one, and with the next table after a malformed one.
HALLMARK_API Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;

// encoded_size is the size of the canonical file of a model.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const ModelView& model) noexcept;

// encode_scratch is the working memory encode needs: to sort the tables and to decode what it wrote.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(const ModelView& model) noexcept;

// encode writes the canonical file: sections tight, tables sorted by name, metadata blobs in the order of their table,
// then tensor blobs in that of theirs. It refuses what the decoder would, by the same rules.
HALLMARK_API Encoded encode(const ModelView& model, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::oinf
