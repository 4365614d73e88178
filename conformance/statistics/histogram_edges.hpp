// The edges of the ten bins of a histogram.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

// cut_edges returns eleven edges like numpy.linspace(low, high, 11), but without overflow or underflow.
inline void cut_edges(double low, double high, double (&edges)[Histogram::bin_count + 1]) noexcept {
  constexpr double bins = Histogram::bin_count;
  const double width = high - low;
  const double step = width / bins;
  for (std::size_t i = 0; i < Histogram::bin_count; ++i) {
    const auto at = static_cast<double>(i);
    if (!std::isfinite(width)) {
      edges[i] = low * ((bins - at) / bins) + high * (at / bins);
    } else if (step < std::numeric_limits<double>::min()) {  // a tenth would lose bits
      edges[i] = at / bins * width + low;
    } else {
      edges[i] = at * step + low;
    }
  }
  edges[Histogram::bin_count] = high;
}

// first_at_least returns the smallest T not below a double, which must be in the range of T.
template <std::floating_point T>
[[nodiscard]] T first_at_least(double edge) noexcept {
  const T nearest = static_cast<T>(edge);
  return static_cast<double>(nearest) < edge ? std::nextafter(nearest, std::numeric_limits<T>::infinity()) : nearest;
}

// tenth_of_span returns the smallest integer not below low + (high - low) * tenths / 10, exactly.
template <std::integral T>
[[nodiscard]] T tenth_of_span(T low, T high, std::uint64_t tenths) noexcept {
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t way = span / 10 * tenths + (span % 10 * tenths + 9) / 10;
  return static_cast<T>(static_cast<std::uint64_t>(low) + way);
}

}  // namespace hallmark::conformance
