// SPDX-License-Identifier: Apache-2.0
// DType: the element types that the formats share, under one set of names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
  c64,
  c128,
  // Quantised, in blocks: from here to the end.
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q8_1,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k,
  q8_k,
  iq2_xxs,
  iq2_xs,
  iq3_xxs,
  iq1_s,
  iq4_nl,
  iq3_s,
  iq2_s,
  iq4_xs,
  iq1_m,
  tq1_0,
  tq2_0,
  mxfp4,
  nvfp4,
  q1_0,
  q2_0
};

// Block is the fewest elements that fill whole bytes: one of most dtypes, two of f4, and 32 to 256 of what is
// quantised.
struct Block {
  std::uint16_t elements;
  std::uint16_t bytes;  // 0 for `bytes`, whose elements have lengths of their own
};
inline constexpr Block dtype_blocks[] = {
    {1, 1},    {1, 1},    {1, 2},    {1, 4},    {1, 8},     {1, 1},     {1, 2},     {1, 4},     {1, 8},
    {1, 2},    {1, 2},    {1, 4},    {1, 8},    {1, 1},     {1, 1},     {1, 0},     {2, 1},     {4, 3},
    {4, 3},    {1, 1},    {1, 1},    {1, 1},    {1, 8},     {1, 16},    {32, 18},   {32, 20},   {32, 22},
    {32, 24},  {32, 34},  {32, 36},  {256, 84}, {256, 110}, {256, 144}, {256, 176}, {256, 210}, {256, 292},
    {256, 66}, {256, 74}, {256, 98}, {256, 50}, {32, 18},   {256, 110}, {256, 82},  {256, 136}, {256, 56},
    {256, 54}, {256, 66}, {32, 17},  {64, 36},  {128, 18},  {64, 18}};  // in that order
[[nodiscard]] constexpr Block block_of(DType dtype) noexcept { return dtype_blocks[static_cast<std::size_t>(dtype)]; }
// is_quantised: the elements of a block share scales, so that none has bits of its own.
[[nodiscard]] constexpr bool is_quantised(DType dtype) noexcept { return dtype >= DType::q4_0; }

inline constexpr auto dtype_bits = [] {
  std::array<std::uint8_t, std::size(dtype_blocks)> bits{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(DType::q4_0); ++i) {
    bits[i] = static_cast<std::uint8_t>(8 * dtype_blocks[i].bytes / dtype_blocks[i].elements);
  }
  return bits;
}();
// bits_of gives bits for each element; 0 for `bytes` and what is quantised.
[[nodiscard]] constexpr std::uint64_t bits_of(DType dtype) noexcept {
  return dtype_bits[static_cast<std::size_t>(dtype)];
}
// size_of gives bytes for each element; 0 where it has none of its own.
[[nodiscard]] constexpr std::uint64_t size_of(DType dtype) noexcept { return bits_of(dtype) / 8; }

// name_of gives the name that reports and values use: "bool", "i8", … "q2_0".
[[nodiscard]] HALLMARK_API std::string_view name_of(DType dtype) noexcept;
[[nodiscard]] HALLMARK_API std::optional<DType> dtype_named(std::string_view name) noexcept;

}  // namespace hallmark
