// SPDX-License-Identifier: Apache-2.0
// Utf8Automaton: UTF-8 by an automaton of nine states, which takes one byte after the other without a branch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hallmark {

// A state is a multiple of 6: the row of a byte holds, that many bits up, the state that follows. Hence one shift is a
// step ("shift-based DFA", Per Vognsen).
class Utf8Automaton {
 public:
  [[gnu::always_inline]] void take(std::byte byte) noexcept {
    row_ = rows[std::to_integer<std::uint8_t>(byte)] >> (row_ & state_mask);
  }
  // broken is true from the first wrong byte on.
  [[nodiscard]] bool broken() const noexcept { return (row_ & state_mask) == wrong; }
  // between_sequences is true where all was right and no sequence has begun that is not complete.
  [[nodiscard]] bool between_sequences() const noexcept { return (row_ & state_mask) == sequence_start; }

 private:
  static constexpr unsigned state_bits = 6;
  static constexpr unsigned state_mask = (1U << state_bits) - 1;

  // What must follow.
  enum State : std::uint8_t {
    wrong = 0,
    sequence_start = 1 * state_bits,
    one_more = 2 * state_bits,
    two_more = 3 * state_bits,
    three_more = 4 * state_bits,
    after_e0 = 5 * state_bits,  // A0 to BF: less would be overlong
    after_ed = 6 * state_bits,  // 80 to 9F: more would be a surrogate
    after_f0 = 7 * state_bits,  // 90 to BF: less would be overlong
    after_f4 = 8 * state_bits,  // 80 to 8F: more would be above U+10FFFF
  };

  using Rows = std::array<std::uint64_t, 256>;
  static const Rows rows;

  std::uint64_t row_ = sequence_start;  // its lowest bits are the state
};

inline constexpr Utf8Automaton::Rows Utf8Automaton::rows = [] {
  const auto after_first = [](unsigned byte) {
    if (byte < 0x80) return sequence_start;
    if (byte < 0xc2) return wrong;
    if (byte < 0xe0) return one_more;
    if (byte < 0xf0) return byte == 0xe0 ? after_e0 : byte == 0xed ? after_ed : two_more;
    if (byte < 0xf5) return byte == 0xf0 ? after_f0 : byte == 0xf4 ? after_f4 : three_more;
    return wrong;
  };
  Rows all{};
  for (unsigned byte = 0; byte < all.size(); ++byte) {
    const auto set = [&](State from, unsigned low, unsigned high, State to) {
      if (low <= byte && byte <= high) all[byte] |= std::uint64_t{to} << from;
    };
    set(sequence_start, 0, 0xff, after_first(byte));
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

}  // namespace hallmark
