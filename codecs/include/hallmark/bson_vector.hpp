// SPDX-License-Identifier: Apache-2.0
// BSON binary subtype 9, "vector": dtype, padding, packed elements. Decisions where the specification is silent:
// codecs/bson_vector/README.md.
#pragma once

#include "hallmark/core/decoder.hpp"

namespace hallmark::bson_vector {

// VectorType is the dtype byte. bson-vector#data-types-dtypes.
enum class VectorType : std::uint8_t { int8 = 0x03, packed_bit = 0x10, float32 = 0x27 };

// VectorView is a vector as it lies in its payload. Float data may lie at any alignment: load with `element<float>`.
struct VectorView {
  VectorType dtype = VectorType::int8;
  std::uint8_t padding = 0;  // bits of the last byte, from the least significant, that are no elements; 0 to 7
  Bytes data;                // the elements, little-endian; bits from the most significant

  // elements counts numbers, or bits of a PACKED_BIT vector.
  [[nodiscard]] std::uint64_t elements() const noexcept {
    switch (dtype) {
      case VectorType::int8: return data.size();
      case VectorType::float32: return data.size() / 4;
      case VectorType::packed_bit: return std::uint64_t{data.size()} * 8 - padding;
    }
    return 0;
  }
};

// bit gives element `index` of a PACKED_BIT vector; index < elements().
[[nodiscard]] inline bool bit(const VectorView& vector, std::uint64_t index) noexcept {
  const auto byte = std::to_integer<unsigned>(vector.data[static_cast<std::size_t>(index / 8)]);
  return (byte >> (7 - index % 8) & 1) != 0;
}

// scratch_bound is 0: a vector is decoded without working memory.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(LastingBytes input, const Options& options = {}) noexcept;

// decode reads the payload of one subtype-9 binary (what follows the subtype byte). Rejections: bson_vector/rules.hpp.
HALLMARK_API Decoded<VectorView> decode(LastingBytes input, Scratch& scratch, const Options& options = {}) noexcept;

// validate reports every rule that the payload breaks.
HALLMARK_API Verdict validate(LastingBytes input, Scratch& scratch, const Options& options,
                              DiagnosticSink& sink) noexcept;

// encoded_size is the size of the payload, 2 + data.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const VectorView& vector) noexcept;

// encode_scratch is 0: a vector is encoded without working memory.
[[nodiscard]] inline std::uint64_t encode_scratch(const VectorView&) noexcept { return 0; }

// encode writes the payload, or gives the rule that the vector breaks (padding, length, ignored bits).
HALLMARK_API Encoded encode(const VectorView& vector, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::bson_vector
