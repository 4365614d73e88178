// SPDX-License-Identifier: Apache-2.0
// Words: every function gives what a loop over the bytes gives, for bytes at both ends of every range in use.
#include "codecs/core/words.hpp"

#include "conformance/testing/catch.hpp"

using namespace hallmark;

namespace {

constexpr std::uint8_t samples[] = {0x00, 0x01, 0x09, 0x0a, 0x1f, 0x20, '"',  '/',  '0',  '9',
                                    ':',  '\\', '_',  'a',  'z',  '{',  0x7f, 0x80, 0x81, 0xff};

// Exact marks, byte by byte.
template <class Predicate>
std::uint64_t marks_of(std::uint64_t word, Predicate is_marked) {
  std::uint64_t marks = 0;
  for (unsigned i = 0; i < word_size; ++i) {
    if (is_marked(static_cast<std::uint8_t>(word >> (8 * i)))) marks |= std::uint64_t{0x80} << (8 * i);
  }
  return marks;
}

// Every word of one sample at index 3 and another everywhere else.
template <class Check>
void for_all(Check check) {
  for (const std::uint8_t rest : samples) {
    for (const std::uint8_t middle : samples) {
      const std::uint64_t word = (repeated(rest) & ~(std::uint64_t{0xff} << 24)) | std::uint64_t{middle} << 24;
      CAPTURE(word);
      check(word);
    }
  }
}

}  // namespace

TEST_CASE("words: marks are those of a loop over the bytes, up to the first") {
  for_all([](std::uint64_t word) {
    const std::uint64_t zeros = marks_of(word, [](std::uint8_t byte) { return byte == 0; });
    const std::uint64_t high = marks_of(word, [](std::uint8_t byte) { return byte >= 0x80; });
    CHECK(first_marked(mark_zeros(word)) == first_marked(zeros));
    CHECK(is_ascii(word) == (high == 0));
    const std::uint64_t unmasked =
        unmasked_below(word, 0x20) | unmasked_below(word ^ repeated('"'), 1) | unmasked_below(word ^ repeated('\\'), 1);
    const auto special = [](std::uint8_t byte) { return byte < 0x20 || byte == '"' || byte == '\\'; };
    CHECK(first_marked(unmasked & ~word & high_bits) == first_marked(marks_of(word, special)));
    const auto above = [](std::uint8_t byte) { return byte > 9; };
    CHECK(first_marked(mark_above(word, 9)) == first_marked(marks_of(word, above)));
  });
}

TEST_CASE("words: marks of ASCII are all exact") {
  for_all([](std::uint64_t word) {
    if (!is_ascii(word)) return;
    CHECK(mark_ascii_within(word, 'a', 'z') ==
          marks_of(word, [](std::uint8_t byte) { return byte >= 'a' && byte <= 'z'; }));
    CHECK(mark_ascii_equal(word, '_') == marks_of(word, [](std::uint8_t byte) { return byte == '_'; }));
  });
}
