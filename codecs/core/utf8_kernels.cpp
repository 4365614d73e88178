#include "core/utf8_kernels.hpp"

#include <utility>

#include "core/lanes.hpp"
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

// ASCII is skipped: most text has some.
std::size_t skip_valid_portable(const std::byte* text, std::size_t size, std::size_t from) noexcept {
  Utf8Automaton automaton;
  std::size_t at = from;
  for (; size - at >= two_lanes_size; at += two_lanes_size) {
    if (is_ascii(or_of_two_lanes(text + at)) && automaton.between_sequences()) continue;
    take_all(automaton, text + at, std::make_index_sequence<two_lanes_size>());
    if (automaton.broken()) return at;
  }
  const std::size_t tail = at;
  for (; at < size; ++at) automaton.take(text[at]);
  return automaton.broken() ? tail : size;
}

constexpr Utf8Kernel kernels[] = {
#if defined(HALLMARK_UTF8_VECTORS)
    {utf8_vectors::name, utf8_vectors::runs_here, utf8_vectors::skip_valid},
#endif
    {"portable", always, skip_valid_portable},
};

}  // namespace

std::span<const Utf8Kernel> utf8_kernels() noexcept { return kernels; }

}  // namespace hallmark
