// SPDX-License-Identifier: Apache-2.0
// Integers: what each type holds, and the bits of one.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark {

// IntegerRange is what an integer type holds: magnitudes up to `highest`, below 0 up to `lowest`.
struct IntegerRange {
  std::uint64_t highest = 0;
  std::uint64_t lowest = 0;

  // `minus` is 1 for a number with one, else 0.
  [[nodiscard, gnu::always_inline]] constexpr bool holds(std::uint64_t minus, std::uint64_t magnitude) const noexcept {
    return magnitude <= (highest ^ ((highest ^ lowest) & (0 - minus)));
  }
};

inline constexpr auto integer_ranges = [] {
  std::array<IntegerRange, std::size(dtype_blocks)> ranges{};
  for (const DType dtype : {DType::u8, DType::u16, DType::u32, DType::u64}) {
    ranges[static_cast<std::size_t>(dtype)] = {UINT64_MAX >> (64 - bits_of(dtype)), 0};
  }
  for (const DType dtype : {DType::i8, DType::i16, DType::i32, DType::i64}) {
    const std::uint64_t lowest = std::uint64_t{1} << (bits_of(dtype) - 1);
    ranges[static_cast<std::size_t>(dtype)] = {lowest - 1, lowest};
  }
  return ranges;
}();
// integer_range gives that of an integer type, and zeros for the others.
[[nodiscard]] constexpr IntegerRange integer_range(DType dtype) noexcept {
  return integer_ranges[static_cast<std::size_t>(dtype)];
}

// integer_bits gives an integer as two's complement; `minus` is 1 for one below 0, else 0.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t integer_bits(std::uint64_t minus,
                                                                       std::uint64_t magnitude) noexcept {
  return (magnitude ^ (0 - minus)) + minus;
}

// store_bits writes the low `size` bytes of an element, 1, 2, 4 or 8 of them, least significant first.
[[gnu::always_inline]] inline void store_bits(std::byte* to, std::uint64_t bits, std::uint64_t size) noexcept {
  switch (size) {
    case 1: return store_le(to, static_cast<std::uint8_t>(bits));
    case 2: return store_le(to, static_cast<std::uint16_t>(bits));
    case 4: return store_le(to, static_cast<std::uint32_t>(bits));
    default: return store_le(to, bits);
  }
}

}  // namespace hallmark
