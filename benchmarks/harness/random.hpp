// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace hallmark::benchmarks {

// Random is xorshift (Marsaglia 2003); the engines of standard libraries may differ.
class Random {
 public:
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ % bound;
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[below(left)]);
  }
  [[nodiscard]] std::vector<std::uint32_t> permutation(std::uint32_t size) {
    std::vector<std::uint32_t> list(size);
    std::iota(list.begin(), list.end(), 0U);
    shuffle(list);
    return list;
  }

 private:
  std::uint64_t state_ = 0x2545f4914f6cdd1d;
};

}  // namespace hallmark::benchmarks
