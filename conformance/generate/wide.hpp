// SPDX-License-Identifier: Apache-2.0
// Wide: an unsigned integer of 128 bits, for oracles in which sums and products of numbers of a file must not wrap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#ifndef __SIZEOF_INT128__
#include <boost/multiprecision/cpp_int.hpp>
#endif

namespace hallmark::conformance {

#ifdef __SIZEOF_INT128__
using Wide = unsigned __int128;
#else
// Compilers have their own on machines of 64 bits alone.
using Wide = boost::multiprecision::uint128_t;
#endif

// magnitude gives the value of digits; what is far beyond 64 bits is cut off there.
[[nodiscard]] inline Wide magnitude(std::string_view digits) {
  Wide value = 0;
  for (const char c : digits) value = value > Wide{1} << 100 ? value : value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

// product_of gives what elements of a size, of a shape, take together; 2^64 and more where 64 bits do not hold it.
[[nodiscard]] inline Wide product_of(const std::vector<std::uint64_t>& dims, Wide element = 1) {
  if (std::ranges::find(dims, std::uint64_t{0}) != dims.end()) return 0;
  for (const std::uint64_t size : dims) {
    if (element <= UINT64_MAX) element *= size;
  }
  return element;
}

// up gives the next multiple of a step.
[[nodiscard]] inline Wide up(Wide size, std::uint64_t step = 8) { return (size + step - 1) / step * step; }

}  // namespace hallmark::conformance
