#include "core/utf8_kernels.hpp"

#include <array>
#include <utility>

#include "core/lanes.hpp"
#include "core/utf8_vectors.hpp"
#include "core/words.hpp"

namespace hallmark {
namespace {

// The portable kernel is an automaton of nine states that takes one byte after the other without a branch. A state is a
// multiple of 6: the row of a byte holds, that many bits up, the state that follows. Hence one shift is a step
// ("shift-based DFA", Per Vognsen).
namespace utf8_automaton {

constexpr unsigned state_bits = 6;
constexpr unsigned state_mask = (1U << state_bits) - 1;

// What must follow.
enum State : std::uint8_t {
  broken = 0,
  sequence_start = 1 * state_bits,
  one_more = 2 * state_bits,
  two_more = 3 * state_bits,
  three_more = 4 * state_bits,
  after_e0 = 5 * state_bits,  // A0 to BF: less would be overlong
  after_ed = 6 * state_bits,  // 80 to 9F: more would be a surrogate
  after_f0 = 7 * state_bits,  // 90 to BF: less would be overlong
  after_f4 = 8 * state_bits,  // 80 to 8F: more would be above U+10FFFF
};

constexpr State after_lead(unsigned byte) {
  if (byte < 0x80) return sequence_start;
  if (byte < 0xc2) return broken;
  if (byte < 0xe0) return one_more;
  if (byte < 0xf0) return byte == 0xe0 ? after_e0 : byte == 0xed ? after_ed : two_more;
  if (byte < 0xf5) return byte == 0xf0 ? after_f0 : byte == 0xf4 ? after_f4 : three_more;
  return broken;
}

constexpr std::array<std::uint64_t, 256> rows = [] {
  std::array<std::uint64_t, 256> all{};
  for (unsigned byte = 0; byte < all.size(); ++byte) {
    const auto set = [&](State from, unsigned low, unsigned high, State to) {
      if (low <= byte && byte <= high) all[byte] |= std::uint64_t{to} << from;
    };
    set(sequence_start, 0, 0xff, after_lead(byte));
    set(one_more, 0x80, 0xbf, sequence_start);
    set(two_more, 0x80, 0xbf, one_more);
    set(three_more, 0x80, 0xbf, two_more);
    set(after_e0, 0xa0, 0xbf, one_more);
    set(after_ed, 0x80, 0x9f, one_more);
    set(after_f0, 0x90, 0xbf, two_more);
    set(after_f4, 0x80, 0x8f, two_more);
  }
  return all;
}();

}  // namespace utf8_automaton

bool always() noexcept { return true; }

[[gnu::always_inline]] inline std::uint64_t after(std::uint64_t state, std::byte byte) noexcept {
  return utf8_automaton::rows[std::to_integer<std::uint8_t>(byte)] >> (state & utf8_automaton::state_mask);
}

// Written out: g++ 12 at -O2 unrolls no loop.
template <std::size_t... index>
[[gnu::always_inline]] inline std::uint64_t after_all(std::uint64_t state, const std::byte* at,
                                                      std::index_sequence<index...>) noexcept {
  return ((state = after(state, at[index])), ...);
}

// ASCII where a sequence may start is skipped: most text has some.
std::size_t skip_valid_portable(const std::byte* text, std::size_t size, std::size_t from) noexcept {
  using namespace utf8_automaton;
  constexpr std::size_t step = two_lanes_size;
  std::uint64_t state = sequence_start;
  std::size_t at = from;
  for (; size - at >= step; at += step) {
    if (is_ascii(or_of_two_lanes(text + at)) && (state & state_mask) == sequence_start) continue;
    state = after_all(state, text + at, std::make_index_sequence<step>());
    if ((state & state_mask) == broken) return at;
  }
  const std::size_t tail = at;
  for (; at < size; ++at) state = after(state, text[at]);
  return (state & state_mask) == broken ? tail : size;
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
