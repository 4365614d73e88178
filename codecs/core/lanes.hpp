// SPDX-License-Identifier: Apache-2.0
// Lanes: 16 bytes at once, by an extension that all our compilers share. It becomes one register where the machine has
// such, two words elsewhere. Loops over bytes would depend on what a compiler takes for worth vectorising: g++ 12 at
// -O2 keeps their results in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hallmark {

using Lanes [[gnu::vector_size(16)]] = std::uint64_t;
inline constexpr std::size_t lanes_size = sizeof(Lanes);

// Nothing returns Lanes: without SSE, how that is done would depend on flags.
[[gnu::always_inline]] inline void load_lanes(Lanes& lanes, const std::byte* from) noexcept {
  std::memcpy(&lanes, from, lanes_size);
}
[[gnu::always_inline]] inline void or_lanes(Lanes& lanes, const std::byte* from) noexcept {
  Lanes more;
  load_lanes(more, from);
  lanes |= more;
}

// or_of_rows ORs the bytes of rows of 64 into one word: each of its bytes has the bits of every eighth.
inline constexpr std::size_t row_size = 4 * lanes_size;
[[nodiscard, gnu::always_inline]] inline std::uint64_t or_of_rows(const std::byte* at, std::size_t rows) noexcept {
  Lanes first{};
  Lanes second{};
  Lanes third{};
  Lanes fourth{};
  for (; rows > 0; --rows, at += row_size) {
    or_lanes(first, at);
    or_lanes(second, at + lanes_size);
    or_lanes(third, at + 2 * lanes_size);
    or_lanes(fourth, at + 3 * lanes_size);
  }
  const Lanes any = first | second | third | fourth;
  return any[0] | any[1];
}

// or_of_two_lanes does the same with 32 bytes.
inline constexpr std::size_t two_lanes_size = 2 * lanes_size;
[[nodiscard, gnu::always_inline]] inline std::uint64_t or_of_two_lanes(const std::byte* at) noexcept {
  Lanes any;
  load_lanes(any, at);
  or_lanes(any, at + lanes_size);
  return any[0] | any[1];
}

}  // namespace hallmark
