// Scalars in text: numbers and words. rulings, "futhark".
#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

constexpr std::uint8_t no_digit = 255;

template <unsigned radix>
constexpr std::uint8_t digit_of(unsigned char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0' < static_cast<int>(radix) ? static_cast<std::uint8_t>(c - '0') : no_digit;
  if constexpr (radix == 16) {
    if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  }
  return no_digit;
}

constexpr std::uint64_t far = std::uint64_t{1} << 60;  // exponents are followed as far as this

// So many digits, whatever they are, fit 64 bits.
template <unsigned radix>
constexpr std::uint64_t fitting_digits = radix == 2    ? 64
                                         : radix == 10 ? 19
                                                       : 16;

// A long integer once more: what does not fit 64 bits has `more`.
template <unsigned radix>
void count_again(Lexeme& lexeme) noexcept {
  if (lexeme.number.digits <= fitting_digits<radix>) [[likely]]
    return;
  std::uint64_t mantissa = 0;
  for (const std::byte byte : lexeme.number.text) {
    const std::uint8_t digit = digit_of<radix>(std::to_integer<unsigned char>(byte));
    if (digit == no_digit) continue;
    lexeme.more = lexeme.more || mantissa > (UINT64_MAX - digit) / radix;
    mantissa = mantissa * radix + digit;
  }
  lexeme.number.mantissa = mantissa;
}

}  // namespace

Walk::At Walk::scalar(At at, Element& element) noexcept {
  const unsigned char c = byte_at(at);
  if (is_digit(c)) [[likely]]
    return number(at, element.number);
  element.number.begin = at;
  if (c == '-') {
    if (left(at) > 1 && byte_at(at + 1) == 'f') return special(at, element);
    return number(at, element.number);
  }
  if (c == '+' || c == '.' || c == '_') return number(at, element.number);
  if (c == 'f') return special(at, element);
  if (c == 't') {
    element.word = true;
    element.bits = 1;
    element.number.suffix = DType::boolean;
    return word(at, "true");
  }
  return fail(rule<"futhark/value-start">, at, 1, c);
}

Walk::At Walk::scalar_end(At at) noexcept {
  if (ended(at)) return at;
  const unsigned char c = byte_at(at);
  if (is_space(c) || c == ',' || c == ']') [[likely]]
    return at;
  // Where a binary value touches the scalar, `binary` says so.
  if (c == 'b' && position_.depth == 0) return at;
  return fail(rule<"futhark/scalar-end">, at, 1, c);
}

Walk::At Walk::word(At at, const char* text) noexcept {
  for (; *text != '\0'; ++text, ++at) {
    if (ended(at) || byte_at(at) != static_cast<unsigned char>(*text)) return missing(rule<"futhark/word">, at);
  }
  return at;
}

// false, fN.nan, fN.inf and -fN.inf.
Walk::At Walk::special(At at, Element& element) noexcept {
  element.word = true;
  const bool negative = byte_at(at) == '-';
  at += negative ? 2 : 1;
  if (ended(at)) return missing(rule<"futhark/word">, at);
  DType dtype = DType::f64;
  switch (byte_at(at)) {
    case 'a':
      if (negative) return missing(rule<"futhark/word">, at);
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
    default: return missing(rule<"futhark/word">, at);
  }
  if (at == nullptr) return nullptr;
  element.number.suffix = dtype;
  const bool nan = !negative && !ended(at) && byte_at(at) == 'n';
  element.bits = nan ? nan_bits(dtype) : infinity_bits(dtype) | (negative ? sign_bit(dtype) : 0);
  return word(at, nan ? "nan" : "inf");
}

// A number and its suffix. What compat tolerates is told on the way.
Walk::At Walk::number(At at, Lexeme& lexeme) noexcept {
  lexeme.begin = at;
  const unsigned char c = byte_at(at);
  lexeme.negative = c == '-';
  if (c == '-' || c == '+') {
    if (c == '+' && !remark(rule<"futhark/plus-sign">, at, 1)) return nullptr;
    if (ended(++at)) return missing(rule<"futhark/digits-missing">, at);
  }
  const At first = at;
  bool fraction = byte_at(at) == '.';
  if (!fraction) {
    at = digits<10>(at, lexeme, true);
    if (at == nullptr) return nullptr;
    const bool single = lexeme.number.digits == 1 && lexeme.number.plain;
    if (byte_at(first) == '0' && single && !ended(at)) {
      const unsigned char mark = byte_at(at);
      const bool bits = mark == 'b' && left(at) > 1 && digit_of<2>(byte_at(at + 1)) != no_digit;
      if (mark == 'x' || mark == 'X' || bits) return prefixed(at, lexeme);
    }
    fraction = !ended(at) && byte_at(at) == '.';
  }
  if (fraction) {
    const At point = at;
    const std::uint64_t whole = lexeme.number.digits;
    lexeme.kind = Lexeme::Kind::decimal;
    if (point == first && !remark(rule<"futhark/whole-part">, point, 1)) return nullptr;
    at = digits<10>(at + 1, lexeme);
    if (at == nullptr) return nullptr;
    lexeme.number.exponent = -static_cast<std::int64_t>(lexeme.number.digits - whole);
  }
  if (!ended(at) && (byte_at(at) | 0x20) == 'e') {
    if (byte_at(at) == 'E' && !fraction && !remark(rule<"futhark/exponent-mark">, at, 1)) return nullptr;
    lexeme.kind = Lexeme::Kind::decimal;
    at = exponent(at + 1, lexeme);
    if (at == nullptr) return nullptr;
  }
  lexeme.number.text = Bytes(first, at);
  if (lexeme.kind == Lexeme::Kind::integer) count_again<10>(lexeme);
  return suffix(at, lexeme);
}

// From the mark behind "0" on: hexadecimal or binary digits.
Walk::At Walk::prefixed(At at, Lexeme& lexeme) noexcept {
  const unsigned char mark = byte_at(at);
  if (mark == 'X' && !remark(rule<"futhark/hexadecimal-mark">, at, 1)) return nullptr;
  if (mark == 'b' && !remark(rule<"futhark/binary-digits">, at - 1, 2)) return nullptr;
  lexeme.prefixed = true;
  lexeme.number = {};
  const At first = at + 1;
  at = mark == 'b' ? digits<2>(first, lexeme) : digits<16>(first, lexeme);
  if (at == nullptr) return nullptr;
  lexeme.number.text = Bytes(first, at);
  if (mark == 'b') {
    count_again<2>(lexeme);
  } else {
    if (!ended(at) && byte_at(at) == '.') return hexadecimal_fraction(at, lexeme);
    count_again<16>(lexeme);
  }
  return suffix(at, lexeme);
}

Walk::At Walk::hexadecimal_fraction(At at, Lexeme& lexeme) noexcept {
  if (!remark(rule<"futhark/hexadecimal-float">, lexeme.begin, static_cast<std::uint64_t>(at - lexeme.begin) + 1))
    return nullptr;
  const At first = lexeme.number.text.data();
  const std::uint64_t whole = lexeme.number.digits;
  lexeme.kind = Lexeme::Kind::hexadecimal;
  at = digits<16>(at + 1, lexeme);
  if (at == nullptr) return nullptr;
  const auto behind_point = static_cast<std::int64_t>(lexeme.number.digits - whole);
  lexeme.number.text = Bytes(first, at);
  // The first 64 bits from the highest that is set on, and whether any behind them is.
  std::uint64_t mantissa = 0;
  std::int64_t dropped = 0;
  for (const std::byte byte : lexeme.number.text) {
    const std::uint8_t digit = digit_of<16>(std::to_integer<unsigned char>(byte));
    if (digit == no_digit) continue;
    for (unsigned bit = 8; bit != 0; bit >>= 1) {
      const bool set = (digit & bit) != 0;
      if (mantissa >> 63 == 0) {
        mantissa = mantissa << 1 | (set ? 1 : 0);
      } else {
        lexeme.more = lexeme.more || set;
        ++dropped;
      }
    }
  }
  lexeme.number.exponent = 0;
  if (!ended(at) && byte_at(at) == 'p') {
    at = exponent(at + 1, lexeme);
    if (at == nullptr) return nullptr;
  }
  lexeme.number.mantissa = mantissa;
  lexeme.number.exponent += dropped - 4 * behind_point;
  return suffix(at, lexeme);
}

// What stands behind the mark of an exponent.
Walk::At Walk::exponent(At at, Lexeme& lexeme) noexcept {
  const bool negative = !ended(at) && byte_at(at) == '-';
  if (negative || (!ended(at) && byte_at(at) == '+')) ++at;
  Lexeme power;
  power.odd_underscore = lexeme.odd_underscore;
  const At first = at;
  at = digits<10>(at, power);
  if (at == nullptr) return nullptr;
  power.number.text = Bytes(first, at);
  count_again<10>(power);
  const auto value = static_cast<std::int64_t>(power.more ? far : std::min(power.number.mantissa, far));
  lexeme.number.exponent += negative ? -value : value;
  lexeme.number.plain = lexeme.number.plain && power.number.plain;
  lexeme.odd_underscore = power.odd_underscore;
  return at;
}

// Integers take all suffixes but bool, decimal digits also those of floats; other floats take those alone. What is no
// suffix is left to scalar_end.
Walk::At Walk::suffix(At at, Lexeme& lexeme) noexcept {
  lexeme.end = at;
  if (ended(at)) return at;
  const unsigned char c = byte_at(at);
  if (c != 'i' && c != 'u' && c != 'f') [[likely]]
    return at;
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  const auto allowed = [&](DType dtype) {
    return is_float(dtype) ? !integer || !lexeme.prefixed : integer && dtype != DType::boolean;
  };
  const Named named = type_named(Bytes(at, end_), allowed);
  if (named.cut) return missing(rule<"futhark/scalar-end">, end_);
  if (named.type == nullptr) return at;
  lexeme.suffixed = true;
  lexeme.suffix = named.type->dtype;
  if (integer && is_float(lexeme.suffix)) lexeme.kind = Lexeme::Kind::decimal;
  return lexeme.end = at + name_of(lexeme.suffix).size();
}

// A run of digits, to the mantissa; `whole` where they may be the first of a decimal number, which has rules of its
// own.
template <unsigned radix>
Walk::At Walk::digits(At at, Lexeme& lexeme, bool whole) noexcept {
  Decimal& number = lexeme.number;
  if (whole && !ended(at) && (byte_at(at) == '_' || byte_at(at) == '0')) {
    if (byte_at(at) == '_') {
      if (!remark(rule<"futhark/underscore">, at, 1)) return nullptr;
      lexeme.odd_underscore = true;
      number.plain = false;
      while (!ended(at) && byte_at(at) == '_') ++at;
    }
    At next = at;
    while (!ended(next) && (next == at || byte_at(next) == '_')) ++next;
    const bool zero = !ended(next) && byte_at(at) == '0' && is_digit(byte_at(next));
    if (zero && !remark(rule<"futhark/leading-zero">, at, 1)) return nullptr;
  }
  const At first = at;
  std::uint64_t mantissa = number.mantissa;
  std::uint64_t underscores = 0;
  for (;;) {
    while (!ended(at)) {
      const std::uint8_t digit = digit_of<radix>(byte_at(at));
      if (digit == no_digit) break;
      mantissa = mantissa * radix + digit;
      ++at;
    }
    if (at == first) return missing(rule<"futhark/digits-missing">, at);
    if (ended(at) || byte_at(at) != '_') [[likely]]
      break;
    const At from = at;
    while (!ended(at) && byte_at(at) == '_') ++at;
    underscores += static_cast<std::uint64_t>(at - from);
    const bool between = at - from == 1 && !ended(at) && digit_of<radix>(byte_at(at)) != no_digit;
    if (between || lexeme.odd_underscore) continue;
    lexeme.odd_underscore = true;
    if (!remark(rule<"futhark/underscore">, from, 1)) return nullptr;
  }
  number.mantissa = mantissa;
  number.digits += static_cast<std::uint64_t>(at - first) - underscores;
  number.plain = number.plain && underscores == 0;
  return at;
}

}  // namespace hallmark::futhark
