// WideStatistics: elements of 32 and 64 bits, in two passes over the data. Numbers of a mapped file may be others in
// the second pass: then the median is any number.
#pragma once

#include <bit>
#include <limits>
#include <vector>

#include "conformance/statistics/blocks.hpp"
#include "conformance/statistics/histogram_edges.hpp"
#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

// Load puts `count` elements into `to`, from element `first` of the data on.
template <class T>
using Load = void (*)(Bytes data, std::uint64_t first, std::size_t count, T* to) noexcept;

template <class T>
class WideStatistics {
 public:
  WideStatistics(Bytes data, std::uint64_t elements, Load<T> load) noexcept
      : data_(data), elements_(elements), load_(load) {}

  [[nodiscard]] Statistics run() {
    first_pass();
    if (result_.finite == 0) return result_;
    finish_first();
    second_pass();
    find_median();
    return result_;
  }

 private:
  static constexpr std::integral_constant<std::size_t, block_size> full{};

  // Passes the finite elements block by block. The size of a full block is an integral_constant: compilers vectorise
  // loops of known length.
  template <class See>
  [[gnu::always_inline]] void each_block(const See& see) noexcept {
    for (std::uint64_t first = 0; first < elements_; first += block_size) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(elements_ - first, block_size));
      load_(data_, first, count, block_);
      if (count == block_size && all_finite()) [[likely]] {
        see(block_, full);
      } else {
        see(block_, keep_finite(count));
      }
    }
  }
  [[nodiscard]] static bool is_finite(T number) noexcept {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Word exponent = std::is_same_v<T, double> ? static_cast<Word>(0x7ff0000000000000) : Word{0x7f800000};
    return (std::bit_cast<Word>(number) & exponent) != exponent;
  }
  [[nodiscard]] bool all_finite() const noexcept {
    if constexpr (!std::is_floating_point_v<T>) return true;
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> finite = 0;
    for (const T number : block_) finite += is_finite(number) ? 1 : 0;
    return finite == block_size;
  }
  [[nodiscard, gnu::noinline]] std::size_t keep_finite(std::size_t count) noexcept {
    if constexpr (!std::is_floating_point_v<T>) return count;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const T number = block_[i];
      if (is_finite(number)) [[likely]] {
        block_[kept++] = number;
      } else {
        ++(number != number ? strange_.nan : number > 0 ? strange_.inf : strange_.negative_inf);
      }
    }
    return kept;
  }

  // Count, sum and extremes.
  void first_pass() noexcept {
    extremes_ = {std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
    Sum sum;
    each_block([&](const T* numbers, auto count) {
      result_.finite += count;
      sum.add(sum_of(numbers, count, [](double number) { return number; }));
      extremes_.take(numbers, count);
    });
    result_.nan = strange_.nan;
    result_.inf = strange_.inf;
    result_.negative_inf = strange_.negative_inf;
    sum_ = sum.value();
  }

  void finish_first() noexcept {
    result_.min = quantity(extremes_.min);
    result_.max = quantity(extremes_.max);
    const auto count = static_cast<double>(result_.finite);
    double mean = sum_ / count;
    if (!std::isfinite(sum_)) mean = mean_of_giants(count);
    result_.mean = std::clamp(mean, result_.min.real, result_.max.real);
    if constexpr (std::is_same_v<T, double>) {
      const double largest = std::max(std::abs(extremes_.min), std::abs(extremes_.max));
      scale_ = largest == 0 ? 1 : std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
    }
    prepare_histogram();
  }

  // The sum of doubles may overflow; their mean cannot.
  [[nodiscard]] double mean_of_giants(double count) noexcept {
    constexpr double down = 0x1p-64;
    Sum sum;
    each_block([&](const T* numbers, std::size_t size) {
      sum.add(sum_of(numbers, size, [](double number) { return number * down; }));
    });
    return sum.value() / count / down;
  }

  // Deviations from the mean, the histogram, and the sample for the median.
  void second_pass() {
    const double mean = result_.mean * scale_;
    const double scale = scale_;
    Sum squares;
    each_block([&](const T* numbers, auto count) {
      const auto square = [mean, scale](double number) {
        const double deviation = (std::is_same_v<T, double> ? number * scale : number) - mean;
        return deviation * deviation;
      };
      squares.add(sum_of(numbers, count, square));
      count_at_least(numbers, count, thresholds_, threshold_count_, at_least_);
      sample(numbers, count);
    });
    result_.std = std::sqrt(squares.value() / static_cast<double>(result_.finite)) / scale_;
    if (extremes_.min == extremes_.max) result_.std = 0;
    finish_histogram();
  }

  void prepare_histogram() noexcept {
    Histogram& histogram = result_.histogram;
    if constexpr (std::is_integral_v<T>) {
      const std::uint64_t span = static_cast<std::uint64_t>(extremes_.max) - static_cast<std::uint64_t>(extremes_.min);
      if (span < Histogram::most) {
        histogram.form = Histogram::Form::values;
        histogram.first = result_.min;
        threshold_count_ = static_cast<std::size_t>(span);
        for (std::size_t k = 0; k < threshold_count_; ++k) {
          thresholds_[k] = static_cast<T>(static_cast<std::uint64_t>(extremes_.min) + k + 1);
        }
        return;
      }
    } else if (extremes_.min == extremes_.max) {
      histogram.form = Histogram::Form::constant;
      return;
    }
    histogram.form = Histogram::Form::bins;
    cut_edges(result_.min.real, result_.max.real, histogram.edges);
    threshold_count_ = Histogram::bin_count - 1;
    for (std::size_t k = 0; k < threshold_count_; ++k) {
      if constexpr (std::is_integral_v<T>) {
        thresholds_[k] = tenth_of_span(extremes_.min, extremes_.max, k + 1);
      } else {
        thresholds_[k] = first_at_least<T>(histogram.edges[k + 1]);
      }
    }
  }

  void finish_histogram() noexcept {
    Histogram& histogram = result_.histogram;
    histogram.size = threshold_count_ + 1;
    std::uint64_t above = result_.finite;
    for (std::size_t k = 0; k < threshold_count_; ++k) {
      histogram.counts[k] = above - at_least_[k];
      above = at_least_[k];
    }
    histogram.counts[threshold_count_] = above;
  }

  // Of more elements than the sample may have, those are taken whose rank times the golden ratio has a small fraction:
  // they spread evenly, and over the columns of a matrix too, where equal distances might hit the same one always.
  void sample(const T* numbers, std::size_t count) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    const bool all = result_.finite <= median_sample;
    const std::uint64_t part = all ? UINT64_MAX : UINT64_MAX / result_.finite * median_sample;
    for (std::size_t i = 0; i < count && sample_.size() < median_sample; ++i) {
      if (golden * (seen_ + i) <= part) sample_.push_back(numbers[i]);
    }
    seen_ += count;
  }
  void find_median() noexcept {
    result_.median_of = sample_.size();
    if (sample_.empty()) return;
    const auto high = sample_.begin() + static_cast<std::ptrdiff_t>(sample_.size() / 2);
    std::nth_element(sample_.begin(), high, sample_.end());
    const T low = sample_.size() % 2 != 0 ? *high : *std::max_element(sample_.begin(), high);
    result_.median = middle(quantity(low), quantity(*high));
  }
  [[nodiscard]] static Quantity quantity(T number) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      return Quantity::of(static_cast<double>(number) + 0.0);
    } else if constexpr (std::is_signed_v<T>) {
      return Quantity::of(std::int64_t{number});
    } else {
      return Quantity::of(std::uint64_t{number});
    }
  }

  // Recounted in every pass; the first pass reads them.
  struct Strange {
    std::uint64_t nan = 0;
    std::uint64_t inf = 0;
    std::uint64_t negative_inf = 0;
  };

  Bytes data_;
  std::uint64_t elements_;
  Load<T> load_;
  Statistics result_;
  Strange strange_;
  Extremes<T> extremes_{};
  double sum_ = 0;
  double scale_ = 1;
  T thresholds_[Histogram::most] = {};
  std::uint64_t at_least_[Histogram::most] = {};
  std::size_t threshold_count_ = 0;
  std::vector<T> sample_;
  std::uint64_t seen_ = 0;  // finite elements before the block, in the second pass
  alignas(64) T block_[block_size];
};

}  // namespace hallmark::conformance
