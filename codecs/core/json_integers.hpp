// SPDX-License-Identifier: Apache-2.0
// Sizes and dimensions in JSON: digits alone, within 63 bits; and what is wrong with a number that is none.
#pragma once

#include "core/json_text.hpp"

namespace hallmark {

// fits_64_bits says whether digits, the first of which is not 0 if they are many, do; `wrapped` is what they add up to
// in 64 bits. Of 20 digits the first must be a 1; what then lies beyond has wrapped to less than 10^19.
[[nodiscard]] inline bool fits_64_bits(TextCursor first, std::uint64_t digits, std::uint64_t wrapped) noexcept {
  return digits <= safe_digits ||
         (digits == safe_digits + 1 && first.is('1') && wrapped >= 10'000'000'000'000'000'000U);
}

// integer_of gives the magnitude of a number without fraction and exponent; false when it does not fit 64 bits.
[[nodiscard]] inline bool integer_of(const JsonNumber& number, std::uint64_t& value) noexcept {
  value = number.decimal.mantissa;
  return number.integer && fits_64_bits(TextCursor(number.decimal.text), number.decimal.digits, value);
}

// Size is where one ends, a false cursor where there is none, and what it is.
struct Size {
  TextCursor end;
  std::uint64_t value = 0;
};
// any_size_at reads whatever stands there. It takes no reference, for size_at keeps what it reads in registers.
[[nodiscard]] Size any_size_at(TextCursor at) noexcept;

// size_at reads the size at `at`, of a text whose syntax was checked. Gives where it ends, a false cursor where there
// is none.
[[nodiscard, gnu::always_inline]] inline TextCursor size_at(TextCursor at, std::uint64_t& size) noexcept {
  // Nearly always it has few digits, and what follows says that there is no more to it.
  size = 0;
  if (const auto ahead = at.ahead<2 * word_size>()) [[likely]] {
    const auto text = ahead.load<std::uint64_t>();
    const auto ends = [](std::uint64_t rest, unsigned count) { return ends_integer(rest >> 8 * count & 0xff); };
    if (ends(text, 1) && is_digit(text & 0xff)) {  // many dimensions have one digit
      size = (text & 0xff) - '0';
      return ahead.skip(1);
    }
    const DigitWord word(text);
    if (!word.is_full()) [[likely]] {
      const unsigned count = word.count();
      if (count != 0 && ends(text, count)) [[likely]] {
        size = word.some(count);
        return ahead.skip(count);
      }
    } else {
      const auto rest = ahead.load<std::uint64_t, word_size>();
      const DigitWord last(rest);
      const unsigned count = last.is_full() ? 0 : last.count();
      if (!last.is_full() && ends(rest, count)) {
        size = word.all() * powers_of_ten[count] + last.some(count);
        return ahead.skip(word_size + count);
      }
    }
  }
  const Size any = any_size_at(at);
  size = any.value;
  return any.end;
}

// SizeFault is why a value is no size: it is no integer from 0 on, spelled in another way, above 63 bits, above 64.
enum class SizeFault : std::uint8_t { none, bad, lexeme, wide, range };

// fault_of_size looks at a value of `length` bytes. Where numbers are `exact`, an exponent is counted in, so that 15e-1
// is no integer; else every number with one is spelled in another way.
[[nodiscard]] SizeFault fault_of_size(TextCursor at, std::uint64_t length, JsonLexer& lexer, bool exact) noexcept;

}  // namespace hallmark
