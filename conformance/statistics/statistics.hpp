// SPDX-License-Identifier: Apache-2.0
// Statistics of a tensor: minimum, maximum, mean, median, standard deviation and histogram.
#pragma once

#include <cstdint>
#include <string>

#include "hallmark/core/codec.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// Quantity is the value of a statistic. Integers, and the halves that a median may have, are exact; others are doubles.
struct Quantity {
  double real = 0;  // the number, or the nearest double
  bool exact = false;
  bool negative = false;
  std::uint64_t whole = 0;  // if exact: the magnitude without the half
  bool half = false;

  [[nodiscard]] static Quantity of(double value) noexcept;
  [[nodiscard]] static Quantity of(std::int64_t value) noexcept;
  [[nodiscard]] static Quantity of(std::uint64_t value) noexcept;
};

// plus adds a small number to an exact quantity without a half.
[[nodiscard]] Quantity plus(const Quantity& base, std::uint64_t add) noexcept;
// has_numbers: each element is one number, in bytes of its own. No statistics are computed of other dtypes: `bytes`,
// floats below a byte, complex numbers, and what is quantised.
[[nodiscard]] constexpr bool has_numbers(DType dtype) noexcept {
  return size_of(dtype) != 0 && dtype != DType::c64 && dtype != DType::c128;
}
// element_at reads one element of a dtype that has numbers.
[[nodiscard]] Quantity element_at(DType dtype, Bytes data, std::uint64_t index) noexcept;
// text_of prints exact quantities in full and others as %.6g; "nan", "inf", "-inf".
[[nodiscard]] std::string text_of(const Quantity& quantity);
[[nodiscard]] std::string text_of(double value);

struct Histogram {
  enum class Form : std::uint8_t {
    none,      // no finite element
    constant,  // all floats are equal
    values,    // one count for each integer from `first` on: integers with a span of at most 20, and booleans
    bins,      // ten of equal width from min to max, as numpy.histogram cuts them; the last one holds its upper edge
  };
  static constexpr std::size_t bin_count = 10;
  static constexpr std::size_t most = 21;

  Form form = Form::none;
  std::size_t size = 0;             // counts in use
  std::uint64_t counts[most] = {};  // they add up to the finite elements
  Quantity first;                   // of values
  double edges[bin_count + 1] = {};
};

// Statistics of the finite elements. Without any, min, max, mean, median and std have no meaning. -0 counts as 0.
struct Statistics {
  std::uint64_t finite = 0;
  std::uint64_t nan = 0;
  std::uint64_t inf = 0;
  std::uint64_t negative_inf = 0;
  Quantity min;
  Quantity max;
  Quantity median;              // for an even count, the mean of the two middle elements
  std::uint64_t median_of = 0;  // how many elements the median is of; fewer than `finite`: a sample
  double mean = 0;
  double std = 0;  // of the population
  Histogram histogram;
};

// The median of more elements of 32 or 64 bits is that of so many of them: 8 MiB, whatever the size of the tensor.
inline constexpr std::uint64_t median_sample = std::uint64_t{1} << 20;

// statistics_of a tensor whose dtype has numbers. They depend only on the elements and their order, not on the host or
// the compiler.
[[nodiscard]] Statistics statistics_of(DType dtype, Bytes data);
[[nodiscard]] Statistics statistics_of(const BitsView& bits);

}  // namespace hallmark::conformance
