// SPDX-License-Identifier: Apache-2.0
// Runs of decimal digits, eight at a time.
#pragma once

#include <array>

#include "core/cursor.hpp"
#include "core/words.hpp"

namespace hallmark {

// The tests of bytes take what TextCursor::peek returns.
[[nodiscard]] constexpr bool is_digit(unsigned byte) noexcept { return byte - '0' <= 9; }
static_assert(is_digit('0') && is_digit('9') && !is_digit('0' - 1) && !is_digit('9' + 1));
static_assert(!is_digit(TextCursor::no_byte));

// hex_digit takes what TextCursor::peek returns and gives -1 for what is no digit.
[[nodiscard]] constexpr int hex_digit(unsigned byte) noexcept {
  if (is_digit(byte)) return static_cast<int>(byte - '0');
  const unsigned letter = (byte | 0x20) - 'a';
  return letter < 6 ? static_cast<int>(letter) + 10 : -1;
}
static_assert(hex_digit('9') == 9 && hex_digit('a') == 10 && hex_digit('F') == 15 && hex_digit('g') == -1);
static_assert(hex_digit(TextCursor::no_byte) == -1);

// So many decimal digits fit 64 bits, whatever they are.
inline constexpr std::uint64_t safe_digits = 19;
static_assert(UINT64_MAX / 10 >= 999'999'999'999'999'999);

// Digits adds up the decimal digits that TextCursor::skip_while passes, modulo 2^64.
struct Digits {
  std::uint64_t value = 0;

  [[gnu::always_inline]] constexpr bool operator()(unsigned byte) noexcept {
    const std::uint64_t digit = std::uint64_t{byte} - '0';
    if (digit > 9) return false;
    value = value * 10 + digit;
    return true;
  }
};

// minus_of gives 1 where a text begins with a minus, else 0: a sign that is random must not become a branch, which
// g++ 12 makes of a comparison.
[[nodiscard]] constexpr std::uint64_t minus_of(std::uint64_t text) noexcept {
  return (((text & 0xff) ^ '-') - 1) >> 63;
}
static_assert(minus_of(0x392d) == 1 && minus_of(0x2d39) == 0 && minus_of(0xff00) == 0);

// DigitWord is a word of text, and how many digits it begins with.
class DigitWord {
 public:
  // `minus` is 1 where the first byte is one, which then counts as a digit 0.
  [[gnu::always_inline]] constexpr explicit DigitWord(std::uint64_t text, std::uint64_t minus = 0) noexcept
      : digits_((text ^ repeated('0')) & ~(minus * 0xff)),
        others_(mark_above(text ^ repeated('0'), 9) & ~(minus << 7)) {}

  [[nodiscard, gnu::always_inline]] constexpr bool is_full() const noexcept { return others_ == 0; }
  // count is that of a word that is not full.
  [[nodiscard, gnu::always_inline]] constexpr unsigned count() const noexcept { return first_marked(others_) & 7; }
  // all adds up the digits of a full word, some the `count` first ones. Other digits move up after zeros.
  [[nodiscard, gnu::always_inline]] constexpr std::uint64_t all() const noexcept { return sum_of(digits_); }
  [[nodiscard, gnu::always_inline]] constexpr std::uint64_t some(unsigned count) const noexcept {
    return sum_of(digits_ << 8 * (7 - count) << 8);
  }

  // sum_of adds up digits, each a byte from 0 to 9. The first is the lowest byte and the highest place: pairs are added
  // up, then fours, then all.
  [[nodiscard, gnu::always_inline]] static constexpr std::uint64_t sum_of(std::uint64_t digits) noexcept {
    constexpr std::uint64_t pairs = 0x000000ff000000ff;
    digits = digits * 10 + (digits >> 8);
    return ((digits & pairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
            (digits >> 16 & pairs) * (1 + (std::uint64_t{10'000} << 32))) >>
           32;
  }

 private:
  std::uint64_t digits_;
  std::uint64_t others_;  // bytes that are no digits, marked up to the first
};
static_assert(DigitWord(0x3837363534333231).is_full() && DigitWord(0x3837363534333231).all() == 12345678);
static_assert(DigitWord(0x2c372f3a3433322d, 1).count() == 4 && DigitWord(0x2c372f3a3433322d, 1).some(4) == 234);
static_assert(DigitWord(0x3131312c2c2c2c2c).count() == 0 && DigitWord(0x3131312c2c2c2c2c).some(0) == 0);

inline constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, safe_digits> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

// read_digits goes on with a number whose digits so far add up to `value`, modulo 2^64, and returns where they end. How
// many digits the last word has takes no branch, because nothing could predict it.
[[nodiscard, gnu::always_inline]] inline TextCursor read_digits(TextCursor at, std::uint64_t& value) noexcept {
  while (const auto ahead = at.ahead<word_size>()) {
    const DigitWord word(ahead.load<std::uint64_t>());
    if (!word.is_full()) {
      const unsigned count = word.count();
      value = value * powers_of_ten[count] + word.some(count);
      return ahead.skip(count);
    }
    value = value * powers_of_ten[word_size] + word.all();
    at = ahead.skip(word_size);
  }
  Digits digits{value};
  at = at.skip_while(digits);
  value = digits.value;
  return at;
}

// Integer is a minus or none, and digits: none where no number begins.
struct Integer {
  TextCursor first;  // its first digit
  TextCursor end;
  std::uint64_t magnitude = 0;  // modulo 2^64
  std::uint64_t minus = 0;      // 1 where there is one

  [[nodiscard, gnu::always_inline]] std::uint64_t digits() const noexcept { return end - first; }
};

// read_integer reads the one that begins at `at`. The sign takes no branch either: the place of the next number depends
// on one load and on nothing that the number is made of.
[[nodiscard, gnu::always_inline]] inline Integer read_integer(Ahead<word_size> ahead) noexcept {
  Integer integer;
  const auto text = ahead.load<std::uint64_t>();
  integer.minus = minus_of(text);
  integer.first = ahead.skip(static_cast<std::size_t>(integer.minus));
  const DigitWord word(text, integer.minus);
  if (word.is_full()) {
    integer.magnitude = word.all();
    integer.end = read_digits(ahead.skip(word_size), integer.magnitude);
  } else {
    const unsigned count = word.count();
    integer.magnitude = word.some(count);
    integer.end = ahead.skip(count);
  }
  return integer;
}
[[nodiscard, gnu::always_inline]] inline Integer read_integer(TextCursor at) noexcept {
  if (const auto ahead = at.ahead<word_size>()) [[likely]]
    return read_integer(ahead);
  Integer integer;
  integer.minus = minus_of(at.peek());
  integer.first = at.skip(integer.minus);
  integer.end = read_digits(integer.first, integer.magnitude);
  return integer;
}

}  // namespace hallmark
