// SPDX-License-Identifier: Apache-2.0
#include "core/json_integers.hpp"

namespace hallmark {
namespace {

// Whether a number without its sign is 0, however it is spelled.
bool is_zero(std::string_view text) noexcept {
  return text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

// Whether a number is whole: its last digit that is not 0 stands before the point.
bool is_whole(const Decimal& number, bool exact) noexcept {
  std::string_view text = as_text(number.text);
  const std::size_t mark = text.find_first_of("eE");
  if (is_zero(text) || (mark != std::string_view::npos && !exact)) return true;
  text = text.substr(0, mark);
  std::int64_t zeros = 0;  // at its end
  for (; text.ends_with('0') || text.ends_with('.'); text.remove_suffix(1)) zeros += text.back() == '0' ? 1 : 0;
  return number.exponent + zeros >= 0;
}

}  // namespace

Size any_size_at(TextCursor at) noexcept {
  constexpr std::uint64_t always_in_range = 18;  // digits
  static_assert(INT64_MAX > 999'999'999'999'999'999);
  Size size;
  size.end = read_digits(at, size.value);
  const unsigned byte = size.end.peek();
  const std::uint64_t digits = size.end - at;
  // What else may follow a digit is a fraction or an exponent.
  const bool ended = digits != 0 && byte != '.' && (byte | 0x20) != 'e';
  const bool fits = digits <= always_in_range || (fits_64_bits(at, digits, size.value) && size.value <= INT64_MAX);
  if (!ended || !fits) size.end = {};
  return size;
}

SizeFault fault_of_size(TextCursor at, std::uint64_t length, JsonLexer& lexer, bool exact) noexcept {
  if (!at.is('-') && !is_digit(at.peek())) return SizeFault::bad;
  JsonNumber number;
  const TextCursor end = lexer.number(at, number);
  if (!end || end - at != length || (number.negative && !is_zero(as_text(number.decimal.text))) ||
      !is_whole(number.decimal, exact)) {
    return SizeFault::bad;
  }
  if (number.negative || !number.integer) return SizeFault::lexeme;
  std::uint64_t value = 0;
  if (!integer_of(number, value)) return SizeFault::range;
  return value <= INT64_MAX ? SizeFault::none : SizeFault::wide;
}

}  // namespace hallmark
