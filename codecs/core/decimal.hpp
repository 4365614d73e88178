// Numbers as people write them, to the bits of a floating-point type with one rounding.
#pragma once

#include <cstdint>

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
  bool plain = true;           // no underscores
};

// small_magnitude is a power of ten that f16, f32 or f64 holds.
[[nodiscard]] constexpr std::int64_t small_magnitude(DType dtype) noexcept {
  return dtype == DType::f16 ? 4 : dtype == DType::f32 ? 38 : 308;
}

// is_small says without reading the digits that a number lies below 10^small_magnitude: it cannot round to infinity.
[[nodiscard]] constexpr bool is_small(std::uint64_t digits, std::int64_t exponent, DType dtype) noexcept {
  return digits <= std::uint64_t{1} << 60 && static_cast<std::int64_t>(digits) + exponent <= small_magnitude(dtype);
}
[[nodiscard]] constexpr bool is_small(const Decimal& number, DType dtype) noexcept {
  return is_small(number.digits, number.exponent, dtype);
}

// float_bits gives the nearest number of f16, f32 or f64, ties to even, as bits without a sign, however the host
// rounds. What lies below the smallest number is 0; what rounds to infinity gives the bits of infinity.
[[nodiscard]] std::uint64_t float_bits(const Decimal& number, DType dtype) noexcept;

// short_float_bits gives the same for mantissa × 10^exponent, or `undecided` where that takes the digits.
[[nodiscard]] std::uint64_t short_float_bits(std::uint64_t mantissa, std::int64_t exponent, DType dtype) noexcept;
inline constexpr std::uint64_t undecided = UINT64_MAX;

// float_bits gives them for mantissa × 2^exponent; `more` says that digits behind the mantissa are not all 0, and
// then its highest bit must be set.
[[nodiscard]] std::uint64_t float_bits(std::uint64_t mantissa, bool more, std::int64_t exponent, DType dtype) noexcept;

// infinity_bits gives infinity, nan_bits the quiet NaN without a payload, sign_bit the sign, of f16, f32 or f64.
[[nodiscard]] std::uint64_t infinity_bits(DType dtype) noexcept;
[[nodiscard]] std::uint64_t nan_bits(DType dtype) noexcept;
[[nodiscard]] std::uint64_t sign_bit(DType dtype) noexcept;

}  // namespace hallmark
