// NarrowStatistics: elements of 8 and 16 bits. Each of their values is counted, and everything follows from the counts.
#pragma once

#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

// NarrowType says what the words of a type mean.
struct NarrowType {
  // Words in the order of their numbers: counting up from 0, from the one with only its top bit set, or up from -0 in
  // magnitude towards the negative end and from 0 towards the positive.
  enum class Order : std::uint8_t { plain, twos_complement, sign_and_magnitude };

  int bits;
  Order order;
  double (*number)(std::uint32_t word) noexcept;
  bool boolean = false;
};

// narrow_statistics of counts, one for each of the 2^bits words.
[[nodiscard]] Statistics narrow_statistics(const NarrowType& type, const std::uint64_t* counts) noexcept;

}  // namespace hallmark::conformance
