// Passes over a block of numbers: small loops that compilers vectorise, with sums in a fixed order, so that every host
// gets the same bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace hallmark::conformance {

// Count, below, is std::size_t or a std::integral_constant.

// A block fits into the L1 cache.
inline constexpr std::size_t block_size = 1024;
inline constexpr std::size_t lanes = 8;

// Sum adds doubles with compensation for rounding (Neumaier).
class Sum {
 public:
  void add(double value) noexcept {
    const double sum = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  [[nodiscard]] double value() const noexcept { return std::isfinite(lost_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

// sum_of returns the sum of `each(number)`.
template <class T, class Count, class Each>
[[nodiscard]] double sum_of(const T* numbers, Count count, const Each& each) noexcept {
  double sums[lanes] = {};
  const std::size_t rest = count % lanes;
  const T* end = numbers + (count - rest);
  for (; numbers != end; numbers += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += each(static_cast<double>(numbers[lane]));
  }
  for (std::size_t lane = 0; lane < rest; ++lane) sums[lane] += each(static_cast<double>(numbers[lane]));
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

template <class T>
struct Extremes {
  T min;
  T max;

  template <class Count>
  void take(const T* numbers, Count count) noexcept {
    T low[lanes];
    T high[lanes];
    std::fill_n(low, lanes, min);
    std::fill_n(high, lanes, max);
    const std::size_t rest = count % lanes;
    const T* end = numbers + (count - rest);
    for (; numbers != end; numbers += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        low[lane] = numbers[lane] < low[lane] ? numbers[lane] : low[lane];
        high[lane] = numbers[lane] > high[lane] ? numbers[lane] : high[lane];
      }
    }
    for (std::size_t lane = 0; lane < rest; ++lane) {
      low[lane] = std::min(low[lane], numbers[lane]);
      high[lane] = std::max(high[lane], numbers[lane]);
    }
    min = *std::min_element(low, low + lanes);
    max = *std::max_element(high, high + lanes);
  }
};

// count_at_least adds to counts[k] how many numbers are thresholds[k] or more; three thresholds a loop, so that a
// number is loaded once for them.
template <class T, class Count>
void count_at_least(const T* numbers, Count count, const T* thresholds, std::size_t size,
                    std::uint64_t* counts) noexcept {
  using Counter = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (std::size_t k = 0; k < size; k += 3) {
    const T one = thresholds[k];
    const T two = thresholds[std::min(k + 1, size - 1)];
    const T three = thresholds[std::min(k + 2, size - 1)];
    Counter ones = 0;
    Counter twos = 0;
    Counter threes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      ones += static_cast<Counter>(numbers[i] >= one);
      twos += static_cast<Counter>(numbers[i] >= two);
      threes += static_cast<Counter>(numbers[i] >= three);
    }
    counts[k] += ones;
    if (k + 1 < size) counts[k + 1] += twos;
    if (k + 2 < size) counts[k + 2] += threes;
  }
}

}  // namespace hallmark::conformance
