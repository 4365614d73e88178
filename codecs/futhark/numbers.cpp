// What only some numbers in text have. README.md.
#include "futhark/numbers.hpp"

namespace hallmark::futhark {
namespace {

// Takes the first 64 bits of a hexadecimal number from its highest on that is set, and gives how many bits follow them.
std::int64_t read_hexadecimal_mantissa(Lexeme& lexeme) noexcept {
  std::uint64_t mantissa = 0;
  std::int64_t dropped = 0;
  for (const std::byte byte : lexeme.text()) {
    const std::uint8_t digit = digit_of<16>(std::to_integer<unsigned>(byte));
    if (digit == no_digit) continue;
    for (unsigned bit = 8; bit != 0; bit >>= 1) {
      const bool set = (digit & bit) != 0;
      if (mantissa >> 63 == 0) {
        mantissa = mantissa << 1 | (set ? 1 : 0);
      } else {
        mantissa |= set ? 1 : 0;  // the lowest bit says that there is more
        ++dropped;
      }
    }
  }
  lexeme.mantissa = mantissa;
  return dropped;
}

}  // namespace

TextCursor Walk::sign(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.minus = at.is('-') ? 1 : 0;
  if (at.is('+') && !report(rule<"futhark/plus-sign">, at, 1)) return {};
  return at.is('-') || at.is('+') ? at.next() : at;
}

// They must not begin with an underscore, nor with a 0 before others; so far they have been read to `at`.
TextCursor Walk::odd_digits(TextCursor first, TextCursor at, Lexeme& lexeme) noexcept {
  if (first.is('_')) {
    if (!report(rule<"futhark/underscore">, at, 1)) return {};
    underscored_ = lexeme.begin;
    lexeme.spaced = 1;
    first = at.skip_while(is_underscore);
    at = read_digits(first, lexeme.mantissa);
    lexeme.digits = at - first;
  }
  const bool leading_zero = first.is('0') && is_digit(first.next().skip_while(is_underscore).peek());
  if (leading_zero && !report(rule<"futhark/leading-zero">, first, 1)) return {};
  return more_digits<10>(first, at, lexeme, rule<"futhark/digits-missing">);
}

// From the "0" of a prefix on: hexadecimal or binary digits.
TextCursor Walk::prefixed(TextCursor zero, Lexeme& lexeme) noexcept {
  const TextCursor mark = zero.next();
  const bool binary = mark.is('b');
  if (mark.is('X') && !report(rule<"futhark/hexadecimal-mark">, mark, 1)) return {};
  if (binary && !report(rule<"futhark/binary-digits">, zero, 2)) return {};
  lexeme.mantissa = lexeme.digits = 0;
  const TextCursor first = mark.next();
  const Rule& missing = rule<"futhark/part-missing">;
  const TextCursor at = binary ? digits<2>(first, lexeme, missing) : digits<16>(first, lexeme, missing);
  if (!at) return {};
  if (!binary && at.is('.')) return hexadecimal_fraction(at, first, lexeme);
  lexeme.first = first;
  lexeme.last = at;
  if (binary) {
    check_digits<2>(lexeme);
  } else {
    check_digits<16>(lexeme);
    if ((at.is('p') || at.is('P')) && !quiet_) return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  }
  return suffix<false>(at, lexeme, nullptr, true);
}

// From the point on; the digits begin at `first`.
TextCursor Walk::hexadecimal_fraction(TextCursor at, TextCursor first, Lexeme& lexeme) noexcept {
  if (!report(rule<"futhark/hexadecimal-float">, lexeme.begin, at - lexeme.begin + 1)) return {};
  const std::uint64_t whole = lexeme.digits;
  lexeme.kind = Lexeme::Kind::hexadecimal;
  at = digits<16>(at.next(), lexeme, rule<"futhark/part-missing">);
  if (!at) return {};
  lexeme.first = first;
  lexeme.last = at;
  const auto after_point = static_cast<std::int64_t>(lexeme.digits - whole);
  lexeme.exponent = read_hexadecimal_mantissa(lexeme) - 4 * after_point;
  if (at.is('p')) {
    at = exponent<false>(at.next(), lexeme);
    if (!at) return {};
  } else if (at.is('P') && !quiet_) {
    return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  }
  return suffix<false>(at, lexeme, nullptr, true);
}

}  // namespace hallmark::futhark
