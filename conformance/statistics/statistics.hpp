// Statistics of a tensor: extremes, mean, median, standard deviation and a histogram, exact where numbers can be.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hallmark/core/codec.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// Quantity is a number that a statistic comes to. Whole numbers, and the halves that a median may end in, are exact at
// any size; others are doubles.
struct Quantity {
  double real = 0;  // the number, or the double next to it
  bool exact = false;
  bool negative = false;
  std::uint64_t whole = 0;  // when exact: its magnitude without the half
  bool half = false;

  [[nodiscard]] static Quantity of(double value) noexcept;
  [[nodiscard]] static Quantity of(std::int64_t value) noexcept;
  [[nodiscard]] static Quantity of(std::uint64_t value) noexcept;
};

// middle gives the mean of two quantities of one kind, low <= high; nothing overflows.
[[nodiscard]] Quantity middle(const Quantity& low, const Quantity& high) noexcept;
// plus adds a small number to an exact quantity without a half.
[[nodiscard]] Quantity plus(const Quantity& base, std::uint64_t add) noexcept;
// element_at reads one element; not of `bytes`, whose elements have no numbers.
[[nodiscard]] Quantity element_at(DType dtype, Bytes data, std::uint64_t index) noexcept;
// text_of writes exact quantities in full and others as %.6g; "nan", "inf", "-inf".
[[nodiscard]] std::string text_of(const Quantity& quantity);
[[nodiscard]] std::string text_of(double value);

struct Histogram {
  enum class Form : std::uint8_t {
    none,      // no finite element
    constant,  // floats that are all the same
    values,    // integers from `first` on, one count each: where they span 20 at most, and booleans
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

// Statistics are over the finite elements; with none of them, extremes, mean, median and std mean nothing.
struct Statistics {
  std::uint64_t finite = 0;
  std::uint64_t nan = 0;
  std::uint64_t inf = 0;
  std::uint64_t negative_inf = 0;
  Quantity min;  // -0 lies below 0
  Quantity max;
  Quantity median;  // of an even count the mean of the two in the middle
  double mean = 0;
  double std = 0;  // of the population
  Histogram histogram;
};

// A tensor needs no more memory than this, whatever its size: two tables of 2^16 counters.
inline constexpr std::uint64_t statistics_memory = std::uint64_t{2} * 65536 * sizeof(std::uint64_t);

// StatisticsEngine keeps that memory from one tensor to the next. Results depend on the elements and their order, not
// on the host or its compiler.
class StatisticsEngine {
 public:
  StatisticsEngine();

  // of a tensor with elements of a fixed size; `bytes` has no statistics.
  [[nodiscard]] Statistics of(DType dtype, Bytes data);
  [[nodiscard]] static Statistics of_bits(const BitsView& bits);

 private:
  std::unique_ptr<std::uint64_t[]> tables_;
};

}  // namespace hallmark::conformance
