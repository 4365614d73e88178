// Test oracle: the number of each word of every type, by formulas independent of the library's.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hallmark/core/dtype.hpp"

namespace hallmark::statistics_test {

// Layout of a floating-point type.
struct FloatLayout {
  int exponent_bits;
  int mantissa_bits;
  bool ieee;  // false: no infinities; all ones is the only NaN
};

[[nodiscard]] inline bool is_float(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 || dtype == DType::f32 || dtype == DType::f64 ||
         dtype == DType::f8_e5m2 || dtype == DType::f8_e4m3;
}

[[nodiscard]] inline FloatLayout layout_of(DType dtype) {
  switch (dtype) {
    case DType::f16: return {5, 10, true};
    case DType::bf16: return {8, 7, true};
    case DType::f64: return {11, 52, true};
    case DType::f8_e5m2: return {5, 2, true};
    case DType::f8_e4m3: return {4, 3, false};
    default: return {8, 23, true};
  }
}

// float_value is (-1)^s · m · 2^e, as the definitions of the types write it.
[[nodiscard]] inline long double float_value(FloatLayout layout, std::uint64_t word) {
  const std::uint64_t mantissas = std::uint64_t{1} << layout.mantissa_bits;
  const std::uint64_t exponents = std::uint64_t{1} << layout.exponent_bits;
  const std::uint64_t mantissa = word % mantissas;
  const std::uint64_t exponent = word / mantissas % exponents;
  const bool negative = word / mantissas / exponents % 2 != 0;
  const int bias = static_cast<int>(exponents / 2) - 1;
  long double value = 0;
  if (exponent == exponents - 1 && (layout.ieee || mantissa == mantissas - 1)) {
    value = layout.ieee && mantissa == 0 ? std::numeric_limits<long double>::infinity()
                                         : std::numeric_limits<long double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<long double>(mantissa), 1 - bias - layout.mantissa_bits);
  } else {
    value = std::ldexp(static_cast<long double>(mantissas + mantissa),
                       static_cast<int>(exponent) - bias - layout.mantissa_bits);
  }
  return negative ? -value : value;
}

// integer_value of a word of an integer type, or of a boolean.
[[nodiscard]] inline __int128 integer_value(DType dtype, std::uint64_t word) {
  const int bits = static_cast<int>(size_of(dtype)) * 8;
  const __int128 all = static_cast<__int128>(1) << bits;
  const __int128 value = static_cast<__int128>(word) % all;
  const bool has_sign = dtype == DType::i8 || dtype == DType::i16 || dtype == DType::i32 || dtype == DType::i64;
  if (dtype == DType::boolean) return value == 0 ? 0 : 1;
  return has_sign && value >= all / 2 ? value - all : value;
}

}  // namespace hallmark::statistics_test
