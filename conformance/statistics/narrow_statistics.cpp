#include "conformance/statistics/narrow_statistics.hpp"

#include <cmath>

#include "conformance/statistics/blocks.hpp"
#include "conformance/statistics/histogram_edges.hpp"

namespace hallmark::conformance {
namespace {

// Counts walks the words in the order of their numbers.
class Counts {
 public:
  Counts(const NarrowType& type, const std::uint64_t* counts) noexcept : type_(type), counts_(counts) {}

  // Calls see(number, count) for each number that occurs, in ascending order, non-finite ones included.
  template <class See>
  void each(const See& see) const noexcept {
    const std::uint32_t words = 1U << type_.bits;
    for (std::uint32_t i = 0; i < words; ++i) {
      const std::uint32_t word = word_at(i, words / 2);
      if (counts_[word] != 0) see(type_.number(word), counts_[word]);
    }
  }
  template <class See>
  void each_finite(const See& see) const noexcept {
    each([&](double number, std::uint64_t count) {
      if (std::isfinite(number)) see(number, count);
    });
  }

 private:
  [[nodiscard]] std::uint32_t word_at(std::uint32_t i, std::uint32_t top) const noexcept {
    switch (type_.order) {
      case NarrowType::Order::plain: return i;
      case NarrowType::Order::twos_complement: return i ^ top;
      case NarrowType::Order::sign_and_magnitude: return i < top ? 2 * top - 1 - i : i - top;
    }
    return i;
  }

  const NarrowType& type_;
  const std::uint64_t* counts_;
};

void count_strange(const Counts& counts, Statistics& result) noexcept {
  counts.each([&](double number, std::uint64_t count) {
    if (std::isfinite(number)) {
      result.finite += count;
    } else {
      (std::isnan(number) ? result.nan : number > 0 ? result.inf : result.negative_inf) += count;
    }
  });
}

void find_order(const Counts& counts, bool integral, Statistics& result) noexcept {
  const auto quantity = [integral](double number) {
    return integral ? Quantity::of(static_cast<std::int64_t>(number)) : Quantity::of(number + 0.0);
  };
  const std::uint64_t low = (result.finite - 1) / 2;
  const std::uint64_t high = result.finite / 2;
  std::uint64_t before = 0;
  Quantity low_middle;
  Quantity high_middle;
  counts.each_finite([&](double number, std::uint64_t count) {
    if (before == 0) result.min = quantity(number);
    result.max = quantity(number);
    if (before <= low) low_middle = quantity(number);
    if (before <= high) high_middle = quantity(number);
    before += count;
  });
  result.median = middle(low_middle, high_middle);
  result.median_of = result.finite;
}

void find_moments(const Counts& counts, Statistics& result) noexcept {
  const auto elements = static_cast<double>(result.finite);
  Sum sum;
  counts.each_finite([&](double number, std::uint64_t count) { sum.add(number * static_cast<double>(count)); });
  result.mean = std::clamp(sum.value() / elements, result.min.real, result.max.real);
  Sum squares;
  counts.each_finite([&](double number, std::uint64_t count) {
    const double deviation = number - result.mean;
    squares.add(deviation * deviation * static_cast<double>(count));
  });
  result.std = result.min.real == result.max.real ? 0 : std::sqrt(squares.value() / elements);
}

void fill_histogram(const Counts& counts, const NarrowType& type, bool integral, Statistics& result) noexcept {
  Histogram& histogram = result.histogram;
  const double span = result.max.real - result.min.real;
  if (type.boolean || (integral && span < static_cast<double>(Histogram::most))) {
    histogram.form = Histogram::Form::values;
    histogram.first = type.boolean ? Quantity::of(std::uint64_t{0}) : result.min;
    histogram.size = type.boolean ? 2 : static_cast<std::size_t>(span) + 1;
    counts.each_finite([&](double number, std::uint64_t count) {
      histogram.counts[static_cast<std::size_t>(number - histogram.first.real)] += count;
    });
  } else if (span == 0) {
    histogram.form = Histogram::Form::constant;
    histogram.size = 1;
    histogram.counts[0] = result.finite;
  } else {
    histogram.form = Histogram::Form::bins;
    histogram.size = Histogram::bin_count;
    cut_edges(result.min.real, result.max.real, histogram.edges);
    std::size_t bin = 0;
    counts.each_finite([&](double number, std::uint64_t count) {
      while (bin + 1 < Histogram::bin_count && number >= histogram.edges[bin + 1]) ++bin;
      histogram.counts[bin] += count;
    });
  }
}

}  // namespace

Statistics narrow_statistics(const NarrowType& type, const std::uint64_t* counts) noexcept {
  const bool integral = type.order != NarrowType::Order::sign_and_magnitude;
  const Counts all(type, counts);
  Statistics result;
  count_strange(all, result);
  if (result.finite == 0) return result;
  find_order(all, integral, result);
  find_moments(all, result);
  fill_histogram(all, type, integral, result);
  return result;
}

}  // namespace hallmark::conformance
