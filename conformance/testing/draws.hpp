// SPDX-License-Identifier: Apache-2.0
// Draws: numbers drawn from a hash of an input, so that no byte of it chooses options and a run repeats exactly. Limits
// drawn from it.
#pragma once

#include <bit>

#include "hallmark/core/options.hpp"

namespace hallmark::conformance {

class Draws {
 public:
  explicit Draws(Bytes input) noexcept {
    for (const std::byte byte : input)
      state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;  // FNV-1a
  }

  // word is splitmix64.
  [[nodiscard]] std::uint64_t word() noexcept {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t word = state_;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
  }
  // below draws from 0 to bound - 1; `bound` must not be 0.
  [[nodiscard]] std::size_t below(std::uint64_t bound) noexcept { return static_cast<std::size_t>(word() % bound); }
  [[nodiscard]] bool one_in(std::uint64_t many) noexcept { return below(many) == 0; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

// drawn_limit draws as many small limits as large ones: any number of bits, from 0 to 32.
[[nodiscard]] inline std::uint32_t drawn_limit(Draws& draws) noexcept {
  const std::uint64_t bits = draws.below(33);
  return static_cast<std::uint32_t>(draws.word() & ((std::uint64_t{1} << bits) - 1));
}

// drawn_limits sets each limit of a codec, or leaves its default.
[[nodiscard]] inline Limits drawn_limits(Draws& draws) noexcept {
  Limits limits;
  if (!draws.one_in(4)) limits.max_depth = drawn_limit(draws);
  if (!draws.one_in(4)) limits.max_rank = drawn_limit(draws);
  return limits;
}

// drawn_header_length is as often as not where JSON ends, if the input has some, or near it; else any.
[[nodiscard]] inline std::uint64_t drawn_header_length(Draws& draws, Bytes input) noexcept {
  const std::uint64_t end = as_text(input).rfind('}') + 1;
  return draws.one_in(2) ? end : draws.one_in(4) ? end + draws.below(3) - 1 : draws.below(input.size() + 2);
}

}  // namespace hallmark::conformance
