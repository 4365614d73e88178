// SPDX-License-Identifier: Apache-2.0
// DType: the element types that the formats share, under one set of names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hallmark/core/api.hpp"

namespace hallmark {

enum class DType : std::uint8_t {
  boolean,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  bf16,
  f32,
  f64,
  f8_e5m2,
  f8_e4m3,
  bytes,
  f4,
  f6_e2m3,
  f6_e3m2,
  f8_e8m0,
  f8_e4m3fnuz,
  f8_e5m2fnuz,
  c64
};

// bits_of gives bits for each element; 0 for `bytes`, whose elements have lengths of their own.
inline constexpr std::uint8_t dtype_bits[] = {8,  8, 16, 32, 64, 8, 16, 32, 64, 16, 16, 32,
                                              64, 8, 8,  0,  4,  6, 6,  8,  8,  8,  64};  // in that order
[[nodiscard]] constexpr std::uint64_t bits_of(DType dtype) noexcept {
  return dtype_bits[static_cast<std::size_t>(dtype)];
}
// size_of gives bytes for each element; 0 for `bytes` and where several elements share a byte.
[[nodiscard]] constexpr std::uint64_t size_of(DType dtype) noexcept { return bits_of(dtype) / 8; }

// name_of gives the name that reports and values use: "bool", "i8", … "c64".
[[nodiscard]] HALLMARK_API std::string_view name_of(DType dtype) noexcept;
[[nodiscard]] HALLMARK_API std::optional<DType> dtype_named(std::string_view name) noexcept;

}  // namespace hallmark
