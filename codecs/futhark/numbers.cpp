// Scalars in text: numbers and words. README.md.
#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

constexpr std::uint8_t no_digit = 255;

// digit_of takes what TextCursor::peek returns.
template <unsigned radix>
constexpr std::uint8_t digit_of(unsigned c) noexcept {
  if (is_digit(c)) return c - '0' < radix ? static_cast<std::uint8_t>(c - '0') : no_digit;
  if constexpr (radix == 16) {
    if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  }
  return no_digit;
}

template <unsigned radix>
constexpr bool is_digit_of(unsigned c) noexcept {
  return digit_of<radix>(c) != no_digit;
}

constexpr bool is_underscore(unsigned c) noexcept { return c == '_'; }

constexpr std::uint64_t largest_exponent = std::uint64_t{1} << 60;  // larger ones are taken for this

// So many digits fit 64 bits, whatever they are.
template <unsigned radix>
constexpr std::uint64_t fitting_digits = radix == 2    ? 64
                                         : radix == 10 ? safe_digits
                                                       : 16;

// Adds up a long integer with a check: one that does not fit 64 bits is inexact.
template <unsigned radix>
void check_overflow(Lexeme& lexeme) noexcept {
  if (lexeme.number.digits <= fitting_digits<radix>) [[likely]]
    return;
  std::uint64_t mantissa = 0;
  for (const std::byte byte : lexeme.number.text) {
    const std::uint8_t digit = digit_of<radix>(std::to_integer<unsigned>(byte));
    if (digit == no_digit) continue;
    lexeme.inexact = lexeme.inexact || mantissa > (UINT64_MAX - digit) / radix;
    mantissa = mantissa * radix + digit;
  }
  lexeme.number.mantissa = mantissa;
}

// Takes the first 64 bits of a hexadecimal number from its highest on that is set, and gives how many bits follow them.
std::int64_t read_hexadecimal_mantissa(Lexeme& lexeme) noexcept {
  std::uint64_t mantissa = 0;
  std::int64_t dropped = 0;
  for (const std::byte byte : lexeme.number.text) {
    const std::uint8_t digit = digit_of<16>(std::to_integer<unsigned>(byte));
    if (digit == no_digit) continue;
    for (unsigned bit = 8; bit != 0; bit >>= 1) {
      const bool set = (digit & bit) != 0;
      if (mantissa >> 63 == 0) {
        mantissa = mantissa << 1 | (set ? 1 : 0);
      } else {
        lexeme.inexact = lexeme.inexact || set;
        ++dropped;
      }
    }
  }
  lexeme.number.mantissa = mantissa;
  return dropped;
}

}  // namespace

TextCursor Walk::scalar(TextCursor at, Element& element) noexcept {
  const unsigned c = at.peek();
  if (is_digit(c)) [[likely]]
    return number(at, element.number);
  element.number.begin = at;
  if (c == '-') return at.peek(1) == 'f' ? special(at, element) : number(at, element.number);
  if (c == '+' || c == '.' || c == '_') return number(at, element.number);
  if (c == 'f') return special(at, element);
  if (c == 't') {
    element.word = true;
    element.bits = 1;
    element.number.suffix = DType::boolean;
    return word(at, "true");
  }
  return unexpected(rule<"futhark/value-start">, at);
}

TextCursor Walk::scalar_end(TextCursor at) noexcept {
  if (at.ended()) return at;
  const unsigned c = at.peek();
  if (is_space(c) || c == ',' || c == ']') [[likely]]
    return at;
  // A binary value that touches the scalar is reported by `binary`.
  if (c == 'b' && position_.depth == 0) return at;
  return unexpected(rule<"futhark/scalar-end">, at);
}

TextCursor Walk::word(TextCursor at, const char* text) noexcept {
  for (; *text != '\0'; ++text, at = at.next()) {
    if (!at.is(*text)) return unexpected(rule<"futhark/word">, at);
  }
  return at;
}

// false, fN.nan, fN.inf and -fN.inf.
TextCursor Walk::special(TextCursor at, Element& element) noexcept {
  element.word = true;
  const bool negative = at.is('-');
  at = at.skip(negative ? 2 : 1);
  DType dtype = DType::f64;
  switch (at.peek()) {
    case 'a':
      if (negative) return unexpected(rule<"futhark/word">, at);
      element.number.suffix = DType::boolean;
      return word(at, "alse");
    case '1':
      dtype = DType::f16;
      at = word(at, "16.");
      break;
    case '3':
      dtype = DType::f32;
      at = word(at, "32.");
      break;
    case '6': at = word(at, "64."); break;
    default: return unexpected(rule<"futhark/word">, at);
  }
  if (!at) return {};
  element.number.suffix = dtype;
  const bool nan = !negative && at.is('n');
  element.bits = nan ? nan_bits(dtype) : infinity_bits(dtype) | (negative ? sign_bit(dtype) : 0);
  return word(at, nan ? "nan" : "inf");
}

// A number and its suffix. What only compat takes is reported on the way.
TextCursor Walk::number(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.begin = at;
  at = sign(at, lexeme);
  if (!at) return {};
  const TextCursor first = at;
  if (!at.is('.')) {
    at = whole_digits(at, lexeme);
    if (!at) return {};
    if (first.is('0') && lexeme.number.digits == 1 && lexeme.number.plain) {
      const bool binary = at.is('b') && is_digit_of<2>(at.peek(1));
      if (at.is('x') || at.is('X') || binary) return prefixed(first, lexeme);
    }
  }
  const bool has_point = at.is('.');
  if (has_point) {
    at = fraction(at, first, lexeme);
    if (!at) return {};
  }
  if (at.is('e') || at.is('E')) {
    if (at.is('E') && !has_point && !report(rule<"futhark/exponent-mark">, at, 1)) return {};
    lexeme.kind = Lexeme::Kind::decimal;
    at = exponent(at.next(), lexeme);
    if (!at) return {};
  }
  lexeme.number.text = first.to(at);
  if (lexeme.kind == Lexeme::Kind::integer) check_overflow<10>(lexeme);
  return suffix(at, lexeme);
}

TextCursor Walk::sign(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.negative = at.is('-');
  if (!lexeme.negative && !at.is('+')) return at;
  if (!lexeme.negative && !report(rule<"futhark/plus-sign">, at, 1)) return {};
  at = at.next();
  return at.ended() ? unexpected(rule<"futhark/digits-missing">, at) : at;
}

// From the point on; the number begins at `first`.
TextCursor Walk::fraction(TextCursor at, TextCursor first, Lexeme& lexeme) noexcept {
  const std::uint64_t whole = lexeme.number.digits;
  lexeme.kind = Lexeme::Kind::decimal;
  if (at == first && !report(rule<"futhark/whole-part">, at, 1)) return {};
  at = digits<10>(at.next(), lexeme, rule<"futhark/part-missing">);
  if (!at) return {};
  lexeme.number.exponent = -static_cast<std::int64_t>(lexeme.number.digits - whole);
  return at;
}

// From the "0" of a prefix on: hexadecimal or binary digits.
TextCursor Walk::prefixed(TextCursor zero, Lexeme& lexeme) noexcept {
  const TextCursor mark = zero.next();
  const bool binary = mark.is('b');
  if (mark.is('X') && !report(rule<"futhark/hexadecimal-mark">, mark, 1)) return {};
  if (binary && !report(rule<"futhark/binary-digits">, zero, 2)) return {};
  lexeme.prefixed = true;
  lexeme.number = {};
  const TextCursor first = mark.next();
  const Rule& missing = rule<"futhark/part-missing">;
  const TextCursor at = binary ? digits<2>(first, lexeme, missing) : digits<16>(first, lexeme, missing);
  if (!at) return {};
  if (!binary && at.is('.')) return hexadecimal_fraction(at, first, lexeme);
  lexeme.number.text = first.to(at);
  if (binary) {
    check_overflow<2>(lexeme);
  } else {
    check_overflow<16>(lexeme);
    if ((at.is('p') || at.is('P')) && !quiet_) return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  }
  return suffix(at, lexeme);
}

// From the point on; the digits begin at `first`.
TextCursor Walk::hexadecimal_fraction(TextCursor at, TextCursor first, Lexeme& lexeme) noexcept {
  if (!report(rule<"futhark/hexadecimal-float">, lexeme.begin, at - lexeme.begin + 1)) return {};
  const std::uint64_t whole = lexeme.number.digits;
  lexeme.kind = Lexeme::Kind::hexadecimal;
  at = digits<16>(at.next(), lexeme, rule<"futhark/part-missing">);
  if (!at) return {};
  lexeme.number.text = first.to(at);
  const auto behind_point = static_cast<std::int64_t>(lexeme.number.digits - whole);
  lexeme.number.exponent = read_hexadecimal_mantissa(lexeme) - 4 * behind_point;
  if (at.is('p')) {
    at = exponent(at.next(), lexeme);
    if (!at) return {};
  } else if (at.is('P') && !quiet_) {
    return unexpected(rule<"futhark/hexadecimal-exponent">, at);
  }
  return suffix(at, lexeme);
}

// What stands behind the mark of an exponent.
TextCursor Walk::exponent(TextCursor at, Lexeme& lexeme) noexcept {
  const bool negative = at.is('-');
  if (negative || at.is('+')) at = at.next();
  Lexeme power;
  power.underscore_reported = lexeme.underscore_reported;
  const TextCursor first = at;
  at = digits<10>(at, power, rule<"futhark/part-missing">);
  if (!at) return {};
  power.number.text = first.to(at);
  check_overflow<10>(power);
  const auto value =
      static_cast<std::int64_t>(power.inexact ? largest_exponent : std::min(power.number.mantissa, largest_exponent));
  lexeme.number.exponent += negative ? -value : value;
  lexeme.number.plain = lexeme.number.plain && power.number.plain;
  lexeme.underscore_reported = power.underscore_reported;
  return at;
}

// Integers take all suffixes but bool, decimal digits also those of floats; other floats take those alone. What is no
// suffix is left to scalar_end.
TextCursor Walk::suffix(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.end = at;
  if (!at.is('i') && !at.is('u') && !at.is('f')) [[likely]]
    return at;
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  const auto allowed = [&](DType dtype) {
    return is_float(dtype) ? !integer || !lexeme.prefixed : integer && dtype != DType::boolean;
  };
  const Named named = type_named(at.rest(), allowed);
  if (named.cut) return unexpected(rule<"futhark/scalar-end">, at.end());
  if (named.type == nullptr) return at;
  lexeme.suffixed = true;
  lexeme.suffix = named.type->dtype;
  if (integer && is_float(lexeme.suffix)) lexeme.kind = Lexeme::Kind::decimal;
  return lexeme.end = at.skip(name_of(lexeme.suffix).size());
}

// The first digits of a decimal number, which must not begin with an underscore, nor with a 0 before others.
TextCursor Walk::whole_digits(TextCursor at, Lexeme& lexeme) noexcept {
  if (at.is('_')) {
    if (!report(rule<"futhark/underscore">, at, 1)) return {};
    lexeme.underscore_reported = true;
    lexeme.number.plain = false;
    at = at.skip_while(is_underscore);
  }
  if (at.is('0') && is_digit(at.next().skip_while(is_underscore).peek())) {
    if (!report(rule<"futhark/leading-zero">, at, 1)) return {};
  }
  return digits<10>(at, lexeme, rule<"futhark/digits-missing">);
}

// A run of digits, which go on with the mantissa; `missing` is broken where there is none.
template <unsigned radix>
TextCursor Walk::digits(TextCursor at, Lexeme& lexeme, const Rule& missing) noexcept {
  Decimal& number = lexeme.number;
  const TextCursor first = at;
  std::uint64_t mantissa = number.mantissa;
  std::uint64_t underscores = 0;
  const auto add = [&mantissa](unsigned byte) {
    const std::uint8_t digit = digit_of<radix>(byte);
    if (digit == no_digit) return false;
    mantissa = mantissa * radix + digit;
    return true;
  };
  for (;;) {
    at = at.skip_while(add);
    if (at == first) return unexpected(missing, at);
    if (!at.is('_')) [[likely]]
      break;
    const TextCursor from = at;
    at = at.skip_while(is_underscore);
    underscores += at - from;
    const bool between = at - from == 1 && is_digit_of<radix>(at.peek());
    if (between || lexeme.underscore_reported) continue;
    lexeme.underscore_reported = true;
    if (!report(rule<"futhark/underscore">, from, 1)) return {};
  }
  number.mantissa = mantissa;
  number.digits += at - first - underscores;
  number.plain = number.plain && underscores == 0;
  return at;
}

}  // namespace hallmark::futhark
