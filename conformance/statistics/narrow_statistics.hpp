// NarrowStatistics: elements of 8 and 16 bits. Statistics are derived from a count of each value.
#pragma once

#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

// NarrowType describes how the words of a type map to numbers.
struct NarrowType {
  // The order of words by number: unsigned from 0; signed from the word with only the top bit set; floats by sign and
  // magnitude, from the largest negative number to -0, then from 0 up.
  enum class Order : std::uint8_t { plain, twos_complement, sign_and_magnitude };

  int bits;
  Order order;
  double (*number)(std::uint32_t word) noexcept;
  bool boolean = false;
};

// narrow_statistics of counts, one for each of the 2^bits words.
[[nodiscard]] Statistics narrow_statistics(const NarrowType& type, const std::uint64_t* counts) noexcept;

}  // namespace hallmark::conformance
