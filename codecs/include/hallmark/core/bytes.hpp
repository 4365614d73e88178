// SPDX-License-Identifier: Apache-2.0
// Bytes and little-endian words. Loads and stores go byte by byte, so they work at any alignment and on any host.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace hallmark {

// Bytes is a read-only stretch of an input; the caller keeps the memory alive.
//
// Its bytes may change while they are read, or under a view, as those of a mapped file do. Results are then
// unspecified, but no codec reads outside the input, writes outside its scratch, or runs longer than on other inputs of
// that size. The memory itself must stay: where a mapped file becomes shorter, a read raises SIGBUS, which the caller
// has to handle. Scratch must not change.
using Bytes = std::span<const std::byte>;

// as_bytes and as_text look at the same memory as the other: char may alias anything.
[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
  return std::as_bytes(std::span(text.data(), text.size()));
}
[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Lasting is what converts to Bytes and lives on after the call it is passed to: a variable or a view. A temporary
// vector does not, and the views of what is decoded would point into memory that is gone.
template <class From>
concept Lasting = std::convertible_to<From, Bytes> &&
                  (std::is_lvalue_reference_v<From> || std::ranges::enable_borrowed_range<std::remove_cvref_t<From>>);

// LastingBytes are an input that is here in full. A temporary does not compile.
struct LastingBytes : Bytes {
  template <Lasting From>
  LastingBytes(From&& from) noexcept
      : Bytes(from) {}  // NOLINT(google-explicit-constructor,*-forwarding-reference-overload)
};

// Input is a file of `size` bytes of which the first ones are here. What a header says of places is judged against the
// size; what must read bytes that are not here says how many it needs (hallmark/window). Bytes are a whole input.
struct Input {
  template <Lasting From>
  Input(From&& whole) noexcept : window(whole), size(window.size()) {}  // NOLINT(google-explicit-constructor)
  // Of a window that is longer than the file its beginning counts.
  Input(Bytes start, std::uint64_t file_size) noexcept
      : window(start.size() <= file_size ? start : start.first(static_cast<std::size_t>(file_size))), size(file_size) {}

  [[nodiscard]] bool whole() const noexcept { return window.size() == size; }
  // slice gives as much of [begin, end) as the window has.
  [[nodiscard]] Bytes slice(std::uint64_t begin, std::uint64_t end) const noexcept {
    const std::uint64_t here = std::min<std::uint64_t>(end, window.size());
    return window.first(static_cast<std::size_t>(here)).subspan(static_cast<std::size_t>(std::min(begin, here)));
  }

  Bytes window;
  std::uint64_t size;
};

// reversed turns a word around: words in the order of numbers are then bytes in the order of bytes.
[[nodiscard]] constexpr std::uint64_t reversed(std::uint64_t word) noexcept {
  word = (word & 0x00ff00ff00ff00ff) << 8 | (word >> 8 & 0x00ff00ff00ff00ff);
  word = (word & 0x0000ffff0000ffff) << 16 | (word >> 16 & 0x0000ffff0000ffff);
  return word << 32 | word >> 32;
}
static_assert(reversed(0x8877665544332211) == 0x1122334455667788);

// in_order turns an integer of a big-endian file around.
template <class T>
[[nodiscard]] constexpr T in_order(T value, bool big_endian) noexcept {
  return big_endian ? static_cast<T>(reversed(value) >> (64 - 8 * sizeof(T))) : value;
}

// little_endian gives a word whose bytes in memory are those of `word`, least significant first; and the way back.
template <class Word>
[[nodiscard]] constexpr Word little_endian(Word word) noexcept {
  return in_order(word, std::endian::native == std::endian::big);
}

// load_le reads an integer of sizeof(T) bytes, least significant first. `from` must have that many bytes.
template <class T>
[[nodiscard]] inline T load_le(const std::byte* from) noexcept {
  static_assert(std::is_integral_v<T>);
  std::make_unsigned_t<T> word;
  std::memcpy(&word, from, sizeof word);
  return static_cast<T>(little_endian(word));
}

// store_le writes an integer of sizeof(T) bytes, least significant first. Compilers do not always join stores of bytes.
template <class T>
inline void store_le(std::byte* to, T value) noexcept {
  static_assert(std::is_integral_v<T>);
  const auto word = little_endian(static_cast<std::make_unsigned_t<T>>(value));
  std::memcpy(to, &word, sizeof word);
}

}  // namespace hallmark
