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

// size_at reads the size at `at`, of a text whose syntax was checked. Gives where it ends, a false cursor where there
// is none.
[[nodiscard, gnu::always_inline]] inline TextCursor size_at(TextCursor at, std::uint64_t& size) noexcept {
  constexpr std::uint64_t always_in_range = 18;  // digits
  static_assert(INT64_MAX > 999'999'999'999'999'999);
  const TextCursor first = at;
  size = 0;
  if (const auto ahead = at.ahead<word_size>()) [[likely]] {
    const DigitWord word(ahead.load<std::uint64_t>());
    const unsigned count = word.is_full() ? word_size : word.count();
    size = word.is_full() ? word.all() : word.some(count);
    at = ahead.skip(count);
    if (count == word_size) at = read_digits(at, size);
  } else {
    at = read_digits(at, size);
  }
  const unsigned byte = at.peek();
  const std::uint64_t digits = at - first;
  // What else may follow a digit is a fraction or an exponent.
  if (digits - 1 < always_in_range && (byte == ',' || (byte | 0x20) == '}' || byte <= ' ')) return at;
  if (digits == 0 || byte == '.' || (byte | 0x20) == 'e') return {};
  return fits_64_bits(first, digits, size) && size <= INT64_MAX ? at : TextCursor();
}

// SizeFault is why a value is no size: it is no integer from 0 on, spelled in another way, above 63 bits, above 64.
enum class SizeFault : std::uint8_t { none, bad, lexeme, wide, range };

// fault_of_size looks at a value of `length` bytes. Where numbers are `exact`, an exponent is counted in, so that 15e-1
// is no integer; else every number with one is spelled in another way.
[[nodiscard]] SizeFault fault_of_size(TextCursor at, std::uint64_t length, JsonLexer& lexer, bool exact) noexcept;

}  // namespace hallmark
