// SPDX-License-Identifier: Apache-2.0
// Numbers as people write them, to the bits of a floating-point type with one rounding.
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark {

// Decimal is a number as it is written in a text, without its sign: digits, an optional point with more digits, an
// optional exponent that begins with "e" or "E". The parser has checked the syntax; digits may be separated by
// underscores.
struct Decimal {
  Bytes text;
  std::uint64_t mantissa = 0;  // of all digits together, where they are at most 19; else it means nothing
  std::uint64_t digits = 0;    // their number before the exponent, leading zeros included
  std::int64_t exponent = 0;   // of ten, for the last digit; in ±2^62
};

// small_magnitude is a power of ten that f16, f32 or f64 holds.
[[nodiscard]] constexpr std::int64_t small_magnitude(DType dtype) noexcept {
  return dtype == DType::f16 ? 4 : dtype == DType::f32 ? 38 : 308;
}

// is_small says without reading the digits that a number lies below 10^small_magnitude: it cannot round to infinity.
[[nodiscard]] constexpr bool is_small(const Decimal& number, DType dtype) noexcept {
  return number.digits <= std::uint64_t{1} << 60 &&
         static_cast<std::int64_t>(number.digits) + number.exponent <= small_magnitude(dtype);
}

// float_bits gives the nearest number of f16, f32 or f64, ties to even, as bits without a sign, however the host
// rounds. What lies below the smallest number is 0; what rounds to infinity gives the bits of infinity.
[[nodiscard]] std::uint64_t float_bits(const Decimal& number, DType dtype) noexcept;

// short_float_bits gives the same for mantissa × 10^exponent, or `undecided` where that takes the digits.
[[nodiscard]] std::uint64_t short_float_bits(std::uint64_t mantissa, std::int64_t exponent, DType dtype) noexcept;
inline constexpr std::uint64_t undecided = UINT64_MAX;

// divides_to_nearest says whether the host divides numbers of f64 as IEEE 754 does by default, rounding to nearest.
[[nodiscard]] bool divides_to_nearest() noexcept;

inline constexpr double exact_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// quotient_f32_bits gives what short_float_bits gives for f32 by one division, where both numbers are exact in f64;
// else `undecided`. The host divides to nearest. The quotient, rounded to f64, lies on the same side of every middle of
// two neighbours of f32 as before it was rounded, or at the middle, and then it does not decide.
[[nodiscard, gnu::always_inline]] inline std::uint64_t quotient_f32_bits(std::uint64_t mantissa,
                                                                         std::int64_t exponent) noexcept {
  constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;
  constexpr unsigned below = 53 - 24;  // bits that f64 has more
  const std::uint64_t places = 0 - static_cast<std::uint64_t>(exponent);
  if (mantissa > most_exact || places >= std::size(exact_powers_of_ten)) return undecided;
  const double quotient = static_cast<double>(static_cast<std::int64_t>(mantissa)) / exact_powers_of_ten[places];
  const std::uint64_t rest = std::bit_cast<std::uint64_t>(quotient) & ((std::uint64_t{1} << below) - 1);
  if (rest == std::uint64_t{1} << (below - 1)) return undecided;
  return std::bit_cast<std::uint32_t>(static_cast<float>(quotient));
}

// This float_bits takes at most 19 digits. `divides` says that they are of f32 and divides_to_nearest.
[[nodiscard, gnu::always_inline]] inline std::uint64_t float_bits(const Decimal& number, DType dtype,
                                                                  bool divides) noexcept {
  const std::uint64_t bits = divides ? quotient_f32_bits(number.mantissa, number.exponent)
                                     : short_float_bits(number.mantissa, number.exponent, dtype);
  if (bits != undecided) [[likely]]
    return bits;
  const Decimal copy = number;  // the number itself stays in registers
  return float_bits(copy, dtype);
}

// float_bits gives them for mantissa × 2^exponent; `more` says that digits after the mantissa are not all 0, and
// then its lowest bit must be finer than the result.
[[nodiscard]] std::uint64_t float_bits(std::uint64_t mantissa, bool more, std::int64_t exponent, DType dtype) noexcept;

// infinity_bits gives infinity, nan_bits the quiet NaN without a payload, sign_bit the sign, of f16, f32 or f64.
[[nodiscard]] std::uint64_t infinity_bits(DType dtype) noexcept;
[[nodiscard]] std::uint64_t nan_bits(DType dtype) noexcept;
[[nodiscard]] std::uint64_t sign_bit(DType dtype) noexcept;
[[nodiscard]] inline bool is_nan(std::uint64_t bits, DType dtype) noexcept {
  return (bits & (sign_bit(dtype) - 1)) > infinity_bits(dtype);
}

}  // namespace hallmark
