// SPDX-License-Identifier: Apache-2.0
// Bytes and digits of a text, 16 bytes at a time where every processor of the kind can: x86-64 with SSE2.
// Other processors use words, with the same results.
#pragma once

#include <array>

#include "core/digits.hpp"

#if defined(__x86_64__) && defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hallmark {

inline constexpr std::size_t text_block = 64;
inline constexpr std::uint64_t digit_lanes = 16;

#if defined(__x86_64__) && defined(__SSE2__)

// mark_block gives a bit for each of 64 bytes, or of 32: 1 where compare(16 of them) gives ones.
template <std::size_t size = text_block, class Compare>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_block(const std::byte* from, Compare&& compare) noexcept {
  static_assert(size == text_block || size == text_block / 2);
  const auto marks = [&](unsigned at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
    return std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(compare(bytes)))} << at;
  };
  const std::uint64_t first = marks(0) | marks(16);  // g++ 12 does not unroll a loop at -O2
  return size == text_block ? first | marks(32) | marks(48) : first;
}

// mark_bytes gives a bit for each of 64 bytes that is one of ASCII, mark_digits for each that is a digit,
// mark_not_printed for each that is a control character below 0x20 or not ASCII.
template <char byte, std::size_t size = text_block>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_bytes(const std::byte* from) noexcept {
  return mark_block<size>(from, [](__m128i bytes) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)); });
}
template <std::size_t size = text_block>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_digits(const std::byte* from) noexcept {
  return mark_block<size>(from, [](__m128i bytes) {
    const __m128i nine = _mm_set1_epi8(9);
    return _mm_cmpeq_epi8(_mm_max_epu8(_mm_sub_epi8(bytes, _mm_set1_epi8('0')), nine), nine);
  });
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_not_printed(const std::byte* from) noexcept {
  return mark_block(from, [](__m128i bytes) { return _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)); });
}

// last_digits adds up the last min(count, 16) of the 16 bytes before `end`, where `count` is at most 32; false where
// one of those is no digit. Pairs are added up, then fours, then eights.
[[nodiscard, gnu::always_inline]] inline bool last_digits(const std::byte* end, std::uint64_t count,
                                                          std::uint64_t& value) noexcept {
  static constexpr auto keep = [] {  // from `count` on: zeros, and as many bytes to keep
    std::array<std::uint8_t, 3 * digit_lanes> mask{};
    for (std::size_t i = digit_lanes; i < mask.size(); ++i) mask[i] = 0xff;
    return mask;
  }();
  const auto load = [](const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); };
  const __m128i nine = _mm_set1_epi8(9);
  const __m128i digits =
      _mm_and_si128(_mm_sub_epi8(load(end - digit_lanes), _mm_set1_epi8('0')), load(keep.data() + count));
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(digits, nine), nine)) != 0xffff) return false;
  const __m128i tens = _mm_mullo_epi16(_mm_and_si128(digits, _mm_set1_epi16(0xff)), _mm_set1_epi16(10));
  const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(digits, 8));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10'000 | 1 << 16));
  const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
  value = (both & UINT32_MAX) * 100'000'000 + (both >> 32);
  return true;
}

#else

// mark_block gives a bit for each of 64 bytes, or of 32: 1 where compare(8 of them) has the highest bit of the byte
// set.
template <std::size_t size = text_block, class Compare>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_block(const std::byte* from, Compare&& compare) noexcept {
  constexpr std::uint64_t gather = 0x0102040810204080;  // the bits of eight bytes to the highest byte
  std::uint64_t marks = 0;
  for (unsigned i = 0; i < size; i += word_size) {
    marks |= ((compare(load_le<std::uint64_t>(from + i)) >> 7 & repeated(1)) * gather >> 56) << i;
  }
  return marks;
}

// mark_equal marks every byte that is `byte`, exactly.
[[nodiscard]] constexpr std::uint64_t mark_equal(std::uint64_t word, std::uint8_t byte) noexcept {
  const std::uint64_t others = word ^ repeated(byte);
  return ~(((others & ~high_bits) + ~high_bits) | others);
}

template <char byte, std::size_t size = text_block>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_bytes(const std::byte* from) noexcept {
  return mark_block<size>(from, [](std::uint64_t word) { return mark_equal(word, byte); });
}
template <std::size_t size = text_block>
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_digits(const std::byte* from) noexcept {
  return mark_block<size>(from, [](std::uint64_t word) {
    const std::uint64_t others = word ^ repeated('0');
    return ~(((others & ~high_bits) + repeated(0x7f - 9)) | others);  // above 9: no carry
  });
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t mark_not_printed(const std::byte* from) noexcept {
  return mark_block(from, [](std::uint64_t word) { return ~((word & ~high_bits) + repeated(0x60)) | word; });
}

[[nodiscard, gnu::always_inline]] inline bool last_digits(const std::byte* end, std::uint64_t count,
                                                          std::uint64_t& value) noexcept {
  // The last `some` bytes of a word, 8 at most, as digits; zeros before them.
  const auto load = [](const std::byte* from, std::uint64_t some) {
    const std::uint64_t half = 4 * (word_size - some);
    return (load_le<std::uint64_t>(from) ^ repeated('0')) >> half >> half << half << half;
  };
  const std::uint64_t low = count < word_size ? count : word_size;
  const std::uint64_t high = count < 2 * word_size ? count - low : word_size;
  const std::uint64_t last = load(end - word_size, low);
  const std::uint64_t first = load(end - 2 * word_size, high);
  if ((mark_above(last, 9) | mark_above(first, 9)) != 0) return false;
  value = DigitWord::sum_of(first) * 100'000'000 + DigitWord::sum_of(last);
  return true;
}

#endif

}  // namespace hallmark
