// SPDX-License-Identifier: Apache-2.0
#include "core/utf8_kernels.hpp"

#include <iterator>
#include <utility>

#include "core/lanes.hpp"
#include "core/processor.hpp"
#include "core/utf8_automaton.hpp"
#include "core/utf8_vectors.hpp"
#include "core/words.hpp"

namespace hallmark {
namespace {

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

}  // namespace hallmark
