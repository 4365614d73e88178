// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits by way of doubles, for the oracle, the generator and the fuzz target.
#pragma once

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace hallmark::conformance {

// half_of gives the bits of the half that is nearest to a decimal number, ties to even; from 65520 on 0x7c00, infinity.
// The C library rounds the number down and up to a double. Where these differ one of them is odd, and no odd double is
// a half or lies midway between two, so rounding it once more rounds to the right side.
inline std::uint64_t half_of(const std::string& text) {
  const auto rounded = [&text](int mode) {
    std::fesetround(mode);
    const double value = std::strtod(text.c_str(), nullptr);
    std::fesetround(FE_TONEAREST);
    return std::bit_cast<std::uint64_t>(value);
  };
  const std::uint64_t below = rounded(FE_DOWNWARD);
  const std::uint64_t above = rounded(FE_UPWARD);
  const auto value = std::bit_cast<double>(below == above || below % 2 != 0 ? below : above);
  const double size = std::abs(value);
  if (size == 0) return std::signbit(value) ? 0x8000 : 0;
  int exponent = 0;
  std::frexp(size, &exponent);
  exponent = std::clamp(exponent - 11, -24, 6);  // of the distance between two halves
  const double steps = std::min(std::nearbyint(std::ldexp(size, -exponent)), 2048.0);
  const auto bits = static_cast<std::uint64_t>(steps) + static_cast<std::uint64_t>(exponent + 24) * 1024;
  return std::min<std::uint64_t>(bits, 0x7c00) | (std::signbit(value) ? 0x8000U : 0U);
}

}  // namespace hallmark::conformance
