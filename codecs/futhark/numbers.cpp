// SPDX-License-Identifier: Apache-2.0
// What only some numbers in text have. README.md.
#include "futhark/numbers.hpp"

#include <algorithm>

namespace hallmark::futhark {
namespace {

constexpr std::uint64_t underscore_reported = 2;  // Lexeme::spaced: one finding a number is enough

constexpr bool is_underscore(unsigned c) noexcept { return c == '_'; }

}  // namespace

// A run of digits, which go on with the mantissa; `missing` is broken where there is none.
TextCursor Walk::digits(TextCursor at, unsigned radix, Lexeme& lexeme, const Rule& missing) noexcept {
  if (!is_digit_of(at.peek(), radix)) return unexpected(missing, at);
  for (;;) {
    const auto digit = static_cast<unsigned>(hex_digit(at.peek()));
    if (digit < radix) {
      ++lexeme.digits;
      at = at.next();
      const bool fits = lexeme.mantissa >> 59 == 0 || lexeme.mantissa <= (UINT64_MAX - digit) / radix;
      if (lexeme.beyond == 0 && fits) {
        lexeme.mantissa = lexeme.mantissa * radix + digit;
        continue;
      }
      lexeme.beyond = 1;
      lexeme.mantissa |= digit != 0 ? 1 : 0;  // of a hexadecimal float: that there is more
      lexeme.exponent += radix == 16 ? 4 : 0;
    } else if (at.is('_')) {
      const TextCursor run = at.skip_while(is_underscore);
      const bool between = run - at == 1 && is_digit_of(run.peek(), radix);
      const bool reports = !between && lexeme.spaced != underscore_reported;
      if (reports && !report(rule<"futhark/underscore">, at, 1)) return {};
      lexeme.spaced = reports ? underscore_reported : std::max<std::uint64_t>(lexeme.spaced, 1);
      at = run;
    } else {
      return at;
    }
  }
}

TextCursor Walk::sign(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.minus = at.is('-') ? 1 : 0;
  if (at.is('+') && !report(rule<"futhark/plus-sign">, at, 1)) return {};
  return at.is('-') || at.is('+') ? at.next() : at;
}

// The digits of a decimal number up to its point must not begin with an underscore, nor with a 0 before others.
TextCursor Walk::whole_digits(TextCursor at, Lexeme& lexeme) noexcept {
  if (at.is('_')) {
    if (!report(rule<"futhark/underscore">, at, 1)) return {};
    lexeme.spaced = underscore_reported;
    at = at.skip_while(is_underscore);
  }
  const bool leading_zero = at.is('0') && is_digit(at.next().skip_while(is_underscore).peek());
  if (leading_zero && !report(rule<"futhark/leading-zero">, at, 1)) return {};
  return digits(at, 10, lexeme, rule<"futhark/digits-missing">);
}

// From the "0" of a prefix on: hexadecimal or binary digits.
TextCursor Walk::prefixed(TextCursor zero, Lexeme& lexeme) noexcept {
  const TextCursor mark = zero.next();
  const bool binary = mark.is('b');
  if (mark.is('X') && !report(rule<"futhark/hexadecimal-mark">, mark, 1)) return {};
  if (binary && !report(rule<"futhark/binary-digits">, zero, 2)) return {};
  lexeme.mantissa = lexeme.digits = 0;
  const TextCursor first = mark.next();
  const TextCursor at = digits(first, binary ? 2 : 16, lexeme, rule<"futhark/part-missing">);
  if (!binary && at.is('.')) return hexadecimal_fraction(at, lexeme);
  if (!binary && (at.is('p') || at.is('P')) && !quiet_) return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  return suffix<false>(at, lexeme, true);
}

// From the point on.
TextCursor Walk::hexadecimal_fraction(TextCursor at, Lexeme& lexeme) noexcept {
  if (!report(rule<"futhark/hexadecimal-float">, lexeme.begin, at - lexeme.begin + 1)) return {};
  const std::uint64_t whole = lexeme.digits;
  lexeme.kind = Lexeme::Kind::hexadecimal;
  at = digits(at.next(), 16, lexeme, rule<"futhark/part-missing">);
  if (!at) return {};
  lexeme.exponent -= 4 * static_cast<std::int64_t>(lexeme.digits - whole);
  if (at.is('P') && !quiet_) return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  if (at.is('p')) at = exponent<false>(at.next(), lexeme);
  return suffix<false>(at, lexeme, true);
}

}  // namespace hallmark::futhark
