// SPDX-License-Identifier: Apache-2.0
// Elements of 16 and of 8 bits as floats, which hold each of them exactly.
#pragma once

#include <bit>
#include <cstdint>

namespace hallmark {

// widened converts a word with the given numbers of exponent and mantissa bits. The greatest exponent means infinity or
// NaN, as in IEEE 754, or is one like the others.
template <int exponent_bits, int mantissa_bits, bool has_infinities = true>
[[nodiscard]] constexpr float widened(std::uint32_t word) noexcept {
  constexpr std::uint32_t exponents = (1U << exponent_bits) - 1;
  constexpr int rebias = 127 - static_cast<int>(exponents >> 1);
  const std::uint32_t sign = word >> (exponent_bits + mantissa_bits) & 1;
  const std::uint32_t exponent = word >> mantissa_bits & exponents;
  std::uint32_t mantissa = word & ((1U << mantissa_bits) - 1);
  std::uint32_t wide_exponent = exponent + static_cast<std::uint32_t>(rebias);
  if (has_infinities && exponent == exponents) {
    wide_exponent = 255;
  } else if (exponent == 0 && mantissa == 0) {
    wide_exponent = 0;
  } else if (exponent == 0) {  // subnormal, but normal as float
    const int shift = std::countl_zero(mantissa) - (31 - mantissa_bits);
    mantissa = mantissa << shift & ((1U << mantissa_bits) - 1);
    wide_exponent = static_cast<std::uint32_t>(rebias + 1 - shift);
  }
  return std::bit_cast<float>(sign << 31 | wide_exponent << 23 | mantissa << (23 - mantissa_bits));
}

[[nodiscard]] constexpr float float_of_f16(std::uint16_t word) noexcept { return widened<5, 10>(word); }
[[nodiscard]] constexpr float float_of_bf16(std::uint16_t word) noexcept {
  return std::bit_cast<float>(std::uint32_t{word} << 16);
}
[[nodiscard]] constexpr float float_of_f8_e5m2(std::uint8_t word) noexcept { return widened<5, 2>(word); }
// E4M3 as the Open Compute Project defines it: no infinities, and one NaN of each sign.
[[nodiscard]] constexpr float float_of_f8_e4m3(std::uint8_t word) noexcept {
  if ((word & 0x7f) == 0x7f) return std::bit_cast<float>(std::uint32_t{word} >> 7 << 31 | 0x7fc00000U);
  return widened<4, 3, false>(word);
}
// The types named fnuz have exponents below those of the others by one, one zero, and for -0 the one NaN.
[[nodiscard]] constexpr float float_of_f8_e4m3fnuz(std::uint8_t word) noexcept {
  return word == 0x80 ? std::bit_cast<float>(0x7fc00000U) : widened<4, 3, false>(word) / 2;
}
[[nodiscard]] constexpr float float_of_f8_e5m2fnuz(std::uint8_t word) noexcept {
  return word == 0x80 ? std::bit_cast<float>(0x7fc00000U) : widened<5, 2, false>(word) / 2;
}
// E8M0 is a power of two: an exponent as that of a float, and no sign. 0 is a subnormal as float.
[[nodiscard]] constexpr float float_of_f8_e8m0(std::uint8_t word) noexcept {
  if (word == 0xff) return std::bit_cast<float>(0x7fc00000U);
  return std::bit_cast<float>(word == 0 ? 0x400000U : std::uint32_t{word} << 23);
}

}  // namespace hallmark
