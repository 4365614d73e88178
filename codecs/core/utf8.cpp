// SPDX-License-Identifier: Apache-2.0
#include "core/utf8.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/lanes.hpp"
#include "core/processor.hpp"
#include "core/utf8_automaton.hpp"
#include "core/utf8_kernels.hpp"
#include "core/utf8_vectors.hpp"
#include "core/words.hpp"

namespace hallmark {
namespace {

bool ascii_word(const std::byte* at) noexcept { return is_ascii(load_le<std::uint64_t>(at)); }

// Fewer than 8 bytes.
bool ascii_short(const std::byte* at, std::size_t size) noexcept {
  if (size >= word_size / 2) return is_ascii(load_halves(at, size));
  unsigned all = 0;
  for (std::size_t i = 0; i < size; ++i) all |= std::to_integer<unsigned>(at[i]);
  return all < 0x80;
}

bool continues(std::byte value) noexcept { return (std::to_integer<unsigned>(value) & 0xc0) == 0x80; }

// The first sequence that is wrong, from a byte that starts one: where the error is known to be near.
[[gnu::noinline]] std::uint64_t find_by_sequence(const std::byte* text, std::size_t size, std::size_t at) noexcept {
  Utf8Automaton automaton;
  std::size_t start = at;
  while (at < size && !automaton.broken()) {
    automaton.take(text[at++]);
    if (automaton.between_sequences()) start = at;
  }
  return automaton.between_sequences() ? nowhere : start;
}

// What is too short for a kernel is mostly right: then there was no branch for each character.
[[gnu::noinline]] std::uint64_t find_in_short(const std::byte* text, std::size_t size, std::size_t from) noexcept {
  Utf8Automaton automaton;
  for (std::size_t at = from; at < size; ++at) automaton.take(text[at]);
  return automaton.between_sequences() ? nowhere : find_by_sequence(text, size, from);
}

// Where the last sequence before `at` starts.
std::size_t last_sequence(const std::byte* text, std::size_t at) noexcept {
  const std::size_t least = at - std::min(at, most_following + 1);
  while (at > least && continues(text[--at])) {
  }
  return at;
}

// Whether a text of three bytes or more ends within a sequence, if it is right as far as it goes. A first byte of as
// many as are due, or more, reaches bit 8.
bool is_cut_off(const std::byte* end) noexcept {
  const auto byte = [&](std::ptrdiff_t back) { return std::to_integer<unsigned>(end[-back]); };
  return (((byte(1) + 0x100 - 0xc0) | (byte(2) + 0x100 - 0xe0) | (byte(3) + 0x100 - 0xf0)) & 0x100) != 0;
}

[[gnu::noinline]] std::uint64_t find_in_long(const Utf8Kernel& kernel, const std::byte* text,
                                             std::size_t size) noexcept {
  const std::size_t at = kernel.skip_valid(text, size);
  if (at == size && !is_cut_off(text + size)) return nowhere;
  return find_by_sequence(text, size, last_sequence(text, at));
}

// What is too short for a kernel.
[[gnu::always_inline]] inline std::uint64_t find_in_words(const std::byte* text, std::size_t size) noexcept {
  if (size < word_size) return ascii_short(text, size) ? nowhere : find_in_short(text, size, 0);
  std::size_t at = 0;
  for (; size - at >= word_size; at += word_size) {
    if (!ascii_word(text + at)) return find_in_short(text, size, at);
  }
  // The last word overlaps the one before.
  return ascii_word(text + size - word_size) ? nowhere : find_in_short(text, size, at);
}

// Shorter text that is ASCII is known to be before a kernel were chosen.
constexpr std::size_t choice_pays = 256;

// Of two lanes or more.
[[gnu::always_inline]] inline bool is_ascii_text(const std::byte* text, std::size_t size) noexcept {
  for (std::size_t at = 0; size - at >= two_lanes_size; at += two_lanes_size) {
    if (!is_ascii(or_of_two_lanes(text + at))) return false;
  }
  return is_ascii(or_of_two_lanes(text + size - two_lanes_size));
}

bool always() noexcept { return true; }

// Written out: g++ 12 at -O2 unrolls no loop.
template <std::size_t... index>
[[gnu::always_inline]] inline void take_all(Utf8Automaton& automaton, const std::byte* at,
                                            std::index_sequence<index...>) noexcept {
  (automaton.take(at[index]), ...);
}

constexpr std::size_t block_size = 4 * row_size;

// ASCII is skipped: most text has some.
std::size_t skip_valid_portable(const std::byte* text, std::size_t size) noexcept {
  std::size_t at = 0;
  while (size - at >= block_size && is_ascii(or_of_rows(text + at, block_size / row_size))) at += block_size;
  Utf8Automaton automaton;
  for (; size - at >= two_lanes_size; at += two_lanes_size) {
    if (is_ascii(or_of_two_lanes(text + at)) && automaton.between_sequences()) continue;
    take_all(automaton, text + at, std::make_index_sequence<two_lanes_size>());
    if (automaton.broken()) return at;
  }
  // The last two lanes overlap the last that were looked at: no sequence reaches over ASCII.
  if (is_ascii(or_of_two_lanes(text + size - two_lanes_size))) return size;
  const std::size_t tail = at;
  for (; at < size; ++at) automaton.take(text[at]);
  return automaton.broken() ? tail : size;
}

constexpr Utf8Kernel kernels[] = {
#if defined(HALLMARK_VECTORS)
    {utf8_vectors::name, processor_has_vectors, utf8_vectors::skip_valid},
#endif
    {"portable", always, skip_valid_portable},
};

}  // namespace

std::span<const Utf8Kernel> utf8_kernels() noexcept { return kernels; }

const Utf8Kernel& utf8_kernel() noexcept {
  return uses_vectors() ? *std::begin(kernels) : *std::prev(std::end(kernels));
}

std::uint64_t find_invalid_utf8(Bytes text) noexcept {
  if (text.size() < least_for_utf8_kernel) return find_in_words(text.data(), text.size());
  if (text.size() < choice_pays && is_ascii_text(text.data(), text.size())) return nowhere;
  return find_in_long(utf8_kernel(), text.data(), text.size());
}

std::uint64_t find_invalid_utf8_with(const Utf8Kernel& kernel, Bytes text) noexcept {
  if (text.size() < least_for_utf8_kernel) return find_in_words(text.data(), text.size());
  return find_in_long(kernel, text.data(), text.size());
}

}  // namespace hallmark
