// SPDX-License-Identifier: Apache-2.0
// The datatypes of the protocol.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/json_integers.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark::kserve {

struct Datatype {
  std::string_view name;
  DType dtype;
  std::uint64_t halves = word_of(name.substr(0, 4)) | word_of(name.substr(name.size() - 4)) << 32;
};

// The most frequent ones first.
inline constexpr Datatype datatypes[] = {
    {"FP32", DType::f32},   {"INT64", DType::i64}, {"BYTES", DType::bytes}, {"INT32", DType::i32},
    {"UINT8", DType::u8},   {"FP16", DType::f16},  {"FP64", DType::f64},    {"BOOL", DType::boolean},
    {"INT8", DType::i8},    {"INT16", DType::i16}, {"UINT16", DType::u16},  {"UINT32", DType::u32},
    {"UINT64", DType::u64}, {"BF16", DType::bf16},
};

[[nodiscard, gnu::always_inline]] inline std::optional<DType> dtype_of(Bytes name) noexcept {
  if (name.size() < word_size / 2 || name.size() > word_size) return std::nullopt;
  const std::uint64_t halves = load_halves(name.data(), name.size());
  for (const Datatype& datatype : datatypes) {
    if (datatype.halves == halves && datatype.name.size() == name.size()) return datatype.dtype;
  }
  return std::nullopt;
}
// datatype_of gives null for types that the protocol does not have.
[[nodiscard]] constexpr const Datatype* datatype_of(DType dtype) noexcept {
  const auto* const found = std::ranges::find(datatypes, dtype, &Datatype::dtype);
  return found == std::end(datatypes) ? nullptr : found;
}

[[nodiscard]] constexpr bool is_half(DType dtype) noexcept { return dtype == DType::f16 || dtype == DType::bf16; }
// is_real says whose elements NaN, Infinity and null may stand for under the compat profile; is_decimal, whose elements
// are decimal numbers: FP16 is read under that profile.
[[nodiscard]] constexpr bool is_real(DType dtype) noexcept { return dtype == DType::f32 || dtype == DType::f64; }
[[nodiscard]] constexpr bool is_decimal(DType dtype) noexcept { return is_real(dtype) || dtype == DType::f16; }

}  // namespace hallmark::kserve
