// SPDX-License-Identifier: Apache-2.0
// UTF-8 in vectors, for processors that look up 16 bytes at once in a table of 16 (processor.hpp). Beside
// text_lanes.hpp this is the only file of the codecs with instructions of a processor.
//
// The algorithm is that of John Keiser and Daniel Lemire, "Validating UTF-8 in less than one instruction per byte"
// (2021). What is wrong with a byte, given the one before it, shows in the first 12 bits of the pair: both halves of
// the first byte and the upper half of the second. Each half allows some errors; those that all three allow are there.
#pragma once

#include <algorithm>
#include <array>

#include "core/processor.hpp"
#include "core/utf8_kernels.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#elif defined(HALLMARK_VECTORS)
#include <arm_neon.h>
#endif

#if defined(HALLMARK_VECTORS)

namespace hallmark::utf8_vectors {

#if defined(__aarch64__)

using Vector = uint8x16_t;
inline constexpr char name[] = "neon";
[[gnu::always_inline]] inline Vector broadcast(const std::uint8_t* table) noexcept { return vld1q_u8(table); }
[[gnu::always_inline]] inline Vector look_up(Vector table, Vector index) noexcept { return vqtbl1q_u8(table, index); }
[[gnu::always_inline]] inline bool any(Vector vector) noexcept { return vmaxvq_u8(vector) != 0; }
[[gnu::always_inline]] inline Vector reduced(Vector vector, std::uint8_t by) noexcept {
  return vqsubq_u8(vector, vdupq_n_u8(by));
}
template <int count>
[[gnu::always_inline]] inline Vector behind_zeros(Vector vector) noexcept {
  return vextq_u8(vdupq_n_u8(0), vector, 16 - count);
}

#else

using Vector [[gnu::vector_size(32)]] = std::uint8_t;
inline constexpr char name[] = "avx2";
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector broadcast(const std::uint8_t* table) noexcept {
  return (Vector)_mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector look_up(Vector table, Vector index) noexcept {
  return (Vector)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
}
HALLMARK_VECTORS [[gnu::always_inline]] inline bool any(Vector vector) noexcept {
  return _mm256_testz_si256((__m256i)vector, (__m256i)vector) == 0;
}
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector reduced(Vector vector, std::uint8_t by) noexcept {
  return (Vector)_mm256_subs_epu8((__m256i)vector, _mm256_set1_epi8(static_cast<char>(by)));
}
template <int count>
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector behind_zeros(Vector vector) noexcept {
  const auto bytes = (__m256i)vector;
  const __m256i lower_half_above_zeros = _mm256_permute2x128_si256(bytes, bytes, 0x08);
  return (Vector)_mm256_alignr_epi8(bytes, lower_half_above_zeros, 16 - count);
}

#endif

// Errors of a byte and the one before it. The highest bit is none: it is set where two bytes that continue follow each
// other, which is right for the third byte of a sequence of three and the third and fourth of one of four.
inline constexpr std::uint8_t too_short = 1 << 0;    // a lead, then no byte that continues
inline constexpr std::uint8_t too_long = 1 << 1;     // ASCII, then a byte that continues
inline constexpr std::uint8_t overlong_3 = 1 << 2;   // E0 and 80 to 9F
inline constexpr std::uint8_t above_f4_8f = 1 << 3;  // F4 and 90 to BF; F5 and more, and 90 to BF
inline constexpr std::uint8_t surrogate = 1 << 4;    // ED and A0 to BF
inline constexpr std::uint8_t overlong_2 = 1 << 5;   // C0 or C1
inline constexpr std::uint8_t above_f4_80 = 1 << 6;  // F5 and more, and 80 to 8F
inline constexpr std::uint8_t overlong_4 = 1 << 6;   // F0 and 80 to 8F
inline constexpr std::uint8_t continues_2 = 1 << 7;
// These do not depend on the lower half of the first byte.
inline constexpr std::uint8_t any_lower = too_short | too_long | continues_2;

// Run is a part of a table of 16 that is all the same.
struct Run {
  std::size_t last;
  std::uint8_t value;
};
template <std::size_t count>
consteval std::array<std::uint8_t, 16> table(const Run (&runs)[count]) {
  std::array<std::uint8_t, 16> made{};
  std::size_t at = 0;
  for (const Run& run : runs) {
    while (at <= run.last) made.at(at++) = run.value;
  }
  return made;
}

inline constexpr auto by_first_upper = table({{0x7, too_long},
                                              {0xb, continues_2},
                                              {0xc, too_short | overlong_2},
                                              {0xd, too_short},
                                              {0xe, too_short | overlong_3 | surrogate},
                                              {0xf, too_short | above_f4_8f | above_f4_80 | overlong_4}});

inline constexpr std::uint8_t above = any_lower | above_f4_8f | above_f4_80;
inline constexpr auto by_first_lower = table({{0x0, any_lower | overlong_3 | overlong_2 | overlong_4},
                                              {0x1, any_lower | overlong_2},
                                              {0x3, any_lower},
                                              {0x4, any_lower | above_f4_8f},
                                              {0xc, above},
                                              {0xd, above | surrogate},
                                              {0xf, above}});

inline constexpr std::uint8_t if_continues = too_long | overlong_2 | continues_2;
inline constexpr auto by_second_upper = table({{0x7, too_short},
                                               {0x8, if_continues | overlong_3 | above_f4_80 | overlong_4},
                                               {0x9, if_continues | overlong_3 | above_f4_8f},
                                               {0xb, if_continues | surrogate | above_f4_8f},
                                               {0xf, too_short}});

struct Tables {
  Vector first_upper;
  Vector first_lower;
  Vector second_upper;
};

HALLMARK_VECTORS [[gnu::always_inline]] inline Vector load(const std::byte* from) noexcept {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

// Not all 0 where one of the bytes of a vector is wrong, given the vectors of those one, two and three places before.
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector errors(const Tables& tables, Vector bytes, Vector before,
                                                             Vector two_before, Vector three_before) noexcept {
  const Vector of_pair = look_up(tables.first_upper, before >> 4) & look_up(tables.first_lower, before & 0x0f) &
                         look_up(tables.second_upper, bytes >> 4);
  const Vector due = reduced(two_before, 0xe0 - continues_2) | reduced(three_before, 0xf0 - continues_2);
  return of_pair ^ (due & continues_2);
}

HALLMARK_VECTORS [[gnu::always_inline]] inline Vector errors(const Tables& tables, const std::byte* at) noexcept {
  return errors(tables, load(at), load(at - 1), load(at - 2), load(at - 3));
}

// The same where a sequence starts.
HALLMARK_VECTORS [[gnu::always_inline]] inline Vector first_errors(const Tables& tables, const std::byte* at) noexcept {
  const Vector bytes = load(at);
  return errors(tables, bytes, behind_zeros<1>(bytes), behind_zeros<2>(bytes), behind_zeros<3>(bytes));
}

inline constexpr std::size_t width = sizeof(Vector);

HALLMARK_VECTORS [[gnu::always_inline]] inline bool is_not_ascii(Vector vector) noexcept { return any(vector & 0x80); }

inline constexpr std::size_t ascii_block = 8 * width;

// How much of the text is ASCII, in steps.
HALLMARK_VECTORS [[gnu::always_inline]] inline std::size_t skip_ascii(const std::byte* text,
                                                                      std::size_t size) noexcept {
  std::size_t at = 0;
  for (; size - at >= ascii_block; at += ascii_block) {
    const std::byte* const from = text + at;
    const Vector lower = (load(from) | load(from + width)) | (load(from + 2 * width) | load(from + 3 * width));
    const Vector upper =
        (load(from + 4 * width) | load(from + 5 * width)) | (load(from + 6 * width) | load(from + 7 * width));
    if (is_not_ascii(lower | upper)) break;
  }
  for (; size - at >= width; at += width) {
    if (is_not_ascii(load(text + at))) return at;
  }
  return is_not_ascii(load(text + size - width)) ? at : size;
}

HALLMARK_VECTORS inline std::size_t skip_valid(const std::byte* text, std::size_t size) noexcept {
  constexpr std::size_t step = 2 * width;
  std::size_t at = size < ascii_block ? 0 : skip_ascii(text, size);  // shorter ASCII seldom comes here
  if (at == size) return size;
  at = std::min(at, size - width);
  const Tables tables = {broadcast(by_first_upper.data()), broadcast(by_first_lower.data()),
                         broadcast(by_second_upper.data())};
  if (any(first_errors(tables, text + at))) return at;
  at += width;
  for (; size - at >= step; at += step) {
    if (any(errors(tables, text + at) | errors(tables, text + at + width))) return at;
  }
  // What is left, by vectors that end where the text does; they may overlap what was looked at.
  if (size - at > width && any(errors(tables, text + at))) return at;
  return any(errors(tables, text + size - width)) ? at : size;
}

}  // namespace hallmark::utf8_vectors

#endif
