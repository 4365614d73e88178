// SPDX-License-Identifier: Apache-2.0
// Words: eight bytes at a time. A word is loaded with load_le, so the first byte in memory is the lowest.
//
// The functions mark bytes: the high bit of a byte is set where the answer is yes. Those that subtract or add without
// the promise of ASCII bytes are exact up to the first mark only: a carry or borrow may set marks above it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hallmark/core/bytes.hpp"

namespace hallmark {

inline constexpr std::size_t word_size = sizeof(std::uint64_t);

// repeated gives a word of eight equal bytes.
[[nodiscard]] constexpr std::uint64_t repeated(std::uint8_t byte) noexcept {
  return 0x0101010101010101 * std::uint64_t{byte};
}

// high_bits is where marks are; a byte is ASCII when its own is clear.
inline constexpr std::uint64_t high_bits = repeated(0x80);
[[nodiscard]] constexpr bool is_ascii(std::uint64_t word) noexcept { return (word & high_bits) == 0; }

// first_marked gives the index of the first marked byte, 8 where none is.
[[nodiscard]] constexpr unsigned first_marked(std::uint64_t marks) noexcept {
  return static_cast<unsigned>(std::countr_zero(marks)) / 8;
}

// count_ones is std::popcount, which some targets leave to a function of the compiler's library.
[[nodiscard]] constexpr unsigned count_ones(std::uint64_t word) noexcept {
  word -= word >> 1 & repeated(0x55);
  word = (word & repeated(0x33)) + (word >> 2 & repeated(0x33));
  return static_cast<unsigned>(((word + (word >> 4)) & repeated(0x0f)) * repeated(1) >> 56);
}

// first_bytes keeps the first `count` bytes of a word, 7 at most, and clears the others.
[[nodiscard]] constexpr std::uint64_t first_bytes(std::uint64_t word, unsigned count) noexcept {
  return word & ((std::uint64_t{1} << (8 * count)) - 1);
}

// unmasked_below marks ASCII bytes below a limit, up to the first mark. The marks of other bytes, and the low bits, are
// undefined until `& ~word & high_bits` clears them: results of several can be ORed first, and share the mask.
[[nodiscard]] constexpr std::uint64_t unmasked_below(std::uint64_t word, std::uint8_t limit) noexcept {
  return word - repeated(limit);
}

// mark_zeros marks bytes that are 0, up to the first mark.
[[nodiscard]] constexpr std::uint64_t mark_zeros(std::uint64_t word) noexcept {
  return unmasked_below(word, 1) & ~word & high_bits;
}

// mark_above marks bytes above an ASCII limit, up to the first mark.
[[nodiscard]] constexpr std::uint64_t mark_above(std::uint64_t word, std::uint8_t limit) noexcept {
  return ((word + repeated(static_cast<std::uint8_t>(0x7f - limit))) | word) & high_bits;
}

// mark_ascii_within and mark_ascii_equal need a word of ASCII bytes alone; all their marks are exact.
[[nodiscard]] constexpr std::uint64_t mark_ascii_within(std::uint64_t word, std::uint8_t low,
                                                        std::uint8_t high) noexcept {
  return (word + repeated(static_cast<std::uint8_t>(0x80 - low))) &
         ~(word + repeated(static_cast<std::uint8_t>(0x7f - high))) & high_bits;
}
[[nodiscard]] constexpr std::uint64_t mark_ascii_equal(std::uint64_t word, std::uint8_t byte) noexcept {
  return ~((word ^ repeated(byte)) + repeated(0x7f)) & high_bits;
}

// word_of gives up to eight characters as they would be loaded; the missing ones are 0. For constants.
inline constexpr auto word_of = [](std::string_view text) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < text.size() && i < word_size; ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  }
  return word;
};

// load_up_to_word loads min(size, 8) bytes; the missing ones are 0.
[[nodiscard]] inline std::uint64_t load_up_to_word(const std::byte* from, std::size_t size) noexcept {
  if (size >= word_size) return load_le<std::uint64_t>(from);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < size; ++i) word |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return word;
}

// load_halves loads 4 to 8 bytes as two halves that may overlap: every byte is there, some may be there twice.
[[nodiscard]] inline std::uint64_t load_halves(const std::byte* from, std::size_t size) noexcept {
  constexpr std::size_t half = word_size / 2;
  const std::uint64_t tail = load_le<std::uint32_t>(from + size - half);
  return load_le<std::uint32_t>(from) | tail << 32;
}

static_assert(repeated(0x80) == 0x8080808080808080 && repeated(0xff) == UINT64_MAX);
static_assert(count_ones(0) == 0 && count_ones(UINT64_MAX) == 64 && count_ones(0x8000000180402001) == 6);
static_assert(first_marked(0) == 8 && first_marked(high_bits) == 0 && first_marked(0x8080000000000000) == 6);
static_assert(first_bytes(0x8877665544332211, 0) == 0 && first_bytes(0x8877665544332211, 7) == 0x77665544332211);

}  // namespace hallmark
