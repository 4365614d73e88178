// SPDX-License-Identifier: Apache-2.0
// Decimal numbers from their text, and the values of floats, for tests.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include "codecs/core/decimal.hpp"
#include "conformance/generate/wide.hpp"

namespace hallmark::testing {

// The value of an f16 in units of 2^-24; infinity counts as the number that would follow.
inline std::uint64_t units_of(std::uint64_t half) {
  const std::uint64_t exponent = half >> 10;
  const std::uint64_t fraction = half & 0x3ff;
  return exponent == 0 ? fraction : (fraction + 0x400) << (exponent - 1);
}

inline constexpr std::uint64_t infinity16 = 0x7c00;
inline constexpr std::uint64_t infinity32 = 0x7f800000;
inline constexpr std::uint64_t infinity64 = 0x7ff0000000000000;

// The f16 next to number / scale × 2^-25, ties to even, by exact arithmetic: the last one whose lower middle is below
// it.
inline std::uint64_t nearest_half(const conformance::Wide& number, const conformance::Wide& scale) {
  std::uint64_t half = 0;
  for (std::uint64_t step = 0x4000; step != 0; step /= 2) {
    const std::uint64_t next = half + step;
    if (next > infinity16) continue;
    const conformance::Wide middle = scale * (units_of(next - 1) + units_of(next));
    if (number > middle || (number == middle && next % 2 == 0)) half = next;
  }
  return half;
}

// A number as a reader hands it over: its text and what has been counted on the way.
inline Decimal decimal_of(const std::string& text) {
  constexpr std::int64_t far = std::int64_t{1} << 60;
  Decimal number;
  number.text = as_bytes(text);
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  std::int64_t behind = 0;
  bool point = false;
  for (const char c : text.substr(0, mark)) {
    point = point || c == '.';
    if (c < '0' || c > '9') continue;
    number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(c - '0');
    ++number.digits;
    behind += point ? 1 : 0;
  }
  if (mark != text.size()) {
    std::string power;
    for (const char c : text.substr(mark + 1)) {
      if (c != '_') power += c;
    }
    number.exponent = std::clamp<std::int64_t>(std::strtoll(power.c_str(), nullptr, 10), -far, far);
  }
  number.exponent -= behind;
  return number;
}

}  // namespace hallmark::testing
