// SPDX-License-Identifier: Apache-2.0
// The statistics of numbers, in two passes over them.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <vector>

#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

// Number, below, is double, std::int64_t or std::uint64_t.

// Sum adds doubles with compensation for rounding (Neumaier).
class Sum {
 public:
  void add(double value) noexcept {
    const double sum = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  [[nodiscard]] double value() const noexcept { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

// Mean has a sum of its own for numbers whose sum may be beyond a double.
class Mean {
 public:
  void add(double value) noexcept {
    if (std::abs(value) < 0x1p900) {
      sum_.add(value);
    } else {
      giants_.add(value * down);
    }
  }
  [[nodiscard]] double of(double count) const noexcept { return sum_.value() / count + giants_.value() / count / down; }

 private:
  static constexpr double down = 0x1p-64;
  Sum sum_;
  Sum giants_;
};

// Squares adds squares of deviations, of numbers that are scaled by a power of two to about 1: none is lost.
class Squares {
 public:
  Squares(double mean, double largest) noexcept
      : scale_(largest == 0 ? 1 : std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000))),
        mean_(mean * scale_) {}

  void add(double number, double times) noexcept {
    const double deviation = number * scale_ - mean_;
    sum_.add(deviation * deviation * times);
  }
  [[nodiscard]] double std(double count) const noexcept { return std::sqrt(sum_.value() / count) / scale_; }

 private:
  double scale_;
  double mean_;
  Sum sum_;
};

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

// Bins fills a histogram.
template <class Number>
class Bins {
 public:
  // For numbers from min to max.
  Bins(Number min, Number max, Histogram& histogram) noexcept : histogram_(histogram) {
    if constexpr (std::integral<Number>) {
      const auto low = static_cast<std::uint64_t>(min);
      const std::uint64_t span = static_cast<std::uint64_t>(max) - low;
      const bool values = span < Histogram::most;
      histogram.form = values ? Histogram::Form::values : Histogram::Form::bins;
      histogram.size = values ? static_cast<std::size_t>(span) + 1 : Histogram::bin_count;
      if (values) histogram.first = Quantity::of(min);
      for (std::size_t k = 1; k < histogram.size; ++k) {
        // The smallest integer that is not below so many tenths of the span.
        const std::uint64_t tenths = span / 10 * k + (span % 10 * k + 9) / 10;
        first_of_[k] = static_cast<Number>(low + (values ? k : tenths));
      }
    } else {
      histogram.form = min == max ? Histogram::Form::constant : Histogram::Form::bins;
      histogram.size = min == max ? 1 : Histogram::bin_count;
    }
    if (histogram.form != Histogram::Form::bins) return;
    cut_edges(static_cast<double>(min), static_cast<double>(max), histogram.edges);
    if constexpr (std::floating_point<Number>) std::copy_n(histogram.edges, histogram.size, first_of_);
  }

  void add(Number number, std::uint64_t times) noexcept {
    std::size_t bin = 0;
    for (std::size_t k = 1; k < histogram_.size; ++k) bin += number >= first_of_[k] ? 1 : 0;
    histogram_.counts[bin] += times;
  }

 private:
  Histogram& histogram_;
  Number first_of_[Histogram::most] = {};  // of a bin the smallest number; of the first one unused
};

// middle returns the mean of two numbers, low <= high.
[[nodiscard]] inline Quantity middle(double low, double high) noexcept {
  return Quantity::of(std::midpoint(low, high) + 0.0);
}
template <std::integral Number>
[[nodiscard]] Quantity middle(Number low, Number high) noexcept {
  Quantity result = Quantity::of(std::midpoint(low, high));  // rounded down
  if ((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) % 2 != 0) {
    if (result.negative) --result.whole;
    result.half = true;
    result.real += 0.5;
  }
  return result;
}

// Median takes numbers in ascending order, or in any order: then of at most median_sample of them.
template <class Number>
class Median {
 public:
  Median(std::uint64_t count, bool ascending) noexcept : count_(count), ascending_(ascending) {}

  void add(Number number, std::uint64_t times) {
    if (ascending_) {
      if (seen_ <= (count_ - 1) / 2) low_ = number;
      if (seen_ <= count_ / 2) high_ = number;
    } else if (taken_.size() < median_sample && golden * seen_ <= part_) {
      taken_.push_back(number);
    }
    seen_ += times;
  }
  void write(Statistics& result) {
    result.median_of = ascending_ ? count_ : taken_.size();
    if (result.median_of == 0) return;
    if (!ascending_) {
      const auto high = taken_.begin() + static_cast<std::ptrdiff_t>(taken_.size() / 2);
      std::nth_element(taken_.begin(), high, taken_.end());
      high_ = *high;
      low_ = taken_.size() % 2 != 0 ? high_ : *std::max_element(taken_.begin(), high);
    }
    result.median = middle(low_, high_);
  }

 private:
  // Numbers are taken whose rank times the golden ratio has a small fraction: they spread evenly, and over the columns
  // of a matrix too, where equal distances might hit the same one always.
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

  std::uint64_t count_;
  bool ascending_;
  std::uint64_t part_ = count_ <= median_sample ? UINT64_MAX : UINT64_MAX / count_ * median_sample;
  std::uint64_t seen_ = 0;
  std::vector<Number> taken_;
  Number low_ = 0;
  Number high_ = 0;
};

// summary returns the statistics of what `each(see)` shows by see(number, times), with times > 0. It is called twice,
// and shows the same numbers in the same order; those of a mapped file may change between the passes: then the median
// is any number. `boolean`: the histogram counts 0 and 1, even if one of them does not occur.
template <class Number, class Each>
[[nodiscard]] Statistics summary(const Each& each, bool ascending, bool boolean) {
  Statistics result;
  Number min = std::numeric_limits<Number>::max();
  Number max = std::numeric_limits<Number>::lowest();
  Mean mean;
  const auto is_finite = [](Number number) { return std::integral<Number> || std::isfinite(number); };
  each([&](Number number, std::uint64_t times) {
    if (!is_finite(number)) {
      (number != number ? result.nan : number > 0 ? result.inf : result.negative_inf) += times;
      return;
    }
    result.finite += times;
    min = std::min(min, number);
    max = std::max(max, number);
    mean.add(static_cast<double>(number) * static_cast<double>(times));
  });
  if (result.finite == 0) return result;
  result.min = Quantity::of(min + Number{0});  // of -0 it makes 0
  result.max = Quantity::of(max + Number{0});
  const auto count = static_cast<double>(result.finite);
  result.mean = std::clamp(mean.of(count), result.min.real, result.max.real);

  Squares squares(result.mean, std::max(std::abs(result.min.real), std::abs(result.max.real)));
  Bins<Number> bins(boolean ? Number{0} : min + Number{0}, boolean ? Number{1} : max + Number{0}, result.histogram);
  Median<Number> median(result.finite, ascending);
  each([&](Number number, std::uint64_t times) {
    if (!is_finite(number)) return;
    squares.add(static_cast<double>(number), static_cast<double>(times));
    bins.add(number, times);
    median.add(number, times);
  });
  result.std = min == max ? 0 : squares.std(count);
  median.write(result);
  return result;
}

}  // namespace hallmark::conformance
