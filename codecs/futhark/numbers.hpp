// Numbers in text, as far as every one is read: README.md. What only some have is in numbers.cpp.
#pragma once

#include "futhark/walk.hpp"

namespace hallmark::futhark {

inline constexpr unsigned no_digit = 255;

// digit_of takes what TextCursor::peek returns.
[[nodiscard]] constexpr unsigned digit_of(unsigned c, unsigned radix) noexcept {
  const unsigned letter = c | 0x20;
  const unsigned digit = is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : no_digit;
  return digit < radix ? digit : no_digit;
}

inline constexpr std::uint64_t largest_exponent = std::uint64_t{1} << 60;  // larger ones are taken for this

// Integers take the suffixes of integers, decimal digits also those of floats; other floats take those alone. What is
// no suffix is left to scalar_end. A plain number has the suffix of the element before.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::suffix(TextCursor at, Lexeme& lexeme, const Type* said,
                                                      bool prefixed) noexcept {
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  if constexpr (plain) {
    if (said == nullptr || ((at.word() ^ said->name) & said->name_mask) != 0) return at;
    lexeme.type = said;
  } else {
    const auto allowed = [integer, prefixed](const Type& type) {
      return type.is_float() ? !integer || !prefixed : integer;
    };
    const unsigned c = at.peek();
    if (c != 'i' && c != 'u' && c != 'f') return at;
    lexeme.type = type_named(at);
    if (lexeme.type == nullptr || !allowed(*lexeme.type)) {
      lexeme.type = nullptr;
      return ends_in_name(at, allowed) ? unexpected(rule<"futhark/scalar-end">, at.end()) : at;
    }
  }
  if (integer && lexeme.type->is_float()) lexeme.kind = Lexeme::Kind::decimal;
  return at.skip(lexeme.type->name_length);
}

// What stands after the mark of an exponent: a plain one has few digits.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::exponent(TextCursor at, Lexeme& lexeme) noexcept {
  constexpr std::uint64_t most_plain = 4;
  const bool negative = at.is('-');
  if (negative || at.is('+')) at = at.next();
  const TextCursor first = at;
  Lexeme power;
  if constexpr (plain) {
    Digits few;
    at = at.skip_while(few);
    if (at - first - 1 >= most_plain) return {};
    power.mantissa = few.value;
  } else {
    power.spaced = lexeme.spaced;
    at = digits(at, 10, power, rule<"futhark/part-missing">);
    if (!at) return {};
    if (power.beyond != 0 || power.mantissa > largest_exponent) power.mantissa = largest_exponent;
    lexeme.spaced = power.spaced;
  }
  const auto value = static_cast<std::int64_t>(power.mantissa);
  lexeme.exponent += negative ? -value : value;
  return at;
}

// A number without its sign, and its suffix. What only compat takes is reported on the way. A `plain` one is written
// like the element before, and has nothing that few numbers have: then nothing is reported, and a false cursor says
// that this one is not plain.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::number(TextCursor first, Lexeme& lexeme, const Elements& like) noexcept {
  TextCursor at = first;
  TextCursor fraction;
  const auto ahead = first.ahead<word_size>();
  if (plain && !ahead) return {};
  const unsigned whole = plain && like.kind == Lexeme::Kind::decimal ? ahead.load<std::uint8_t>() : 0;
  if (is_digit(whole) && ahead.load<std::uint8_t, 1>() == '.') {  // as in most numbers with a fraction
    lexeme.mantissa = whole - '0';
    lexeme.digits = 1;
    fraction = ahead.skip(2);
  } else {
    if constexpr (plain) {
      at = read_digits(first, lexeme.mantissa);
      lexeme.digits = at - first;
      if (at == first || (lexeme.digits != 1 && first.is('0'))) return {};
    } else if (first.is('.')) {
      if (!report(rule<"futhark/whole-part">, at, 1)) return {};
    } else {
      at = whole_digits(first, lexeme);
      if (!at) return {};
      const bool lone_zero = lexeme.digits == 1 && first.is('0') && lexeme.spaced == 0;
      const bool binary = at.is('b') && digit_of(at.peek(1), 2) != no_digit;
      if (lone_zero && (binary || (at.peek() | 0x20) == 'x')) return prefixed(first, lexeme);
    }
    if (at.is('.')) fraction = at.next();
  }
  const bool has_point{fraction};
  if (has_point) {
    const std::uint64_t before = lexeme.digits;
    if constexpr (plain) {
      at = read_digits(fraction, lexeme.mantissa);
      lexeme.digits += at - fraction;
      if (at == fraction) return {};
    } else {
      at = digits(fraction, 10, lexeme, rule<"futhark/part-missing">);
      if (!at) return {};
    }
    lexeme.kind = Lexeme::Kind::decimal;
    lexeme.exponent = -static_cast<std::int64_t>(lexeme.digits - before);
  }
  const bool goes_on = at.peek() >= 'A';  // so does the end of the input, which is neither
  if (goes_on && (at.peek() | 0x20) == 'e') {
    if (at.is('E') && !has_point && (plain || !report(rule<"futhark/exponent-mark">, at, 1))) return {};
    lexeme.kind = Lexeme::Kind::decimal;
    at = exponent<plain>(at.next(), lexeme);
    if (!at) return {};
  }
  lexeme.first = first;
  lexeme.last = at;
  if (plain && lexeme.digits > safe_digits) return {};
  return goes_on ? suffix<plain>(at, lexeme, like.said, false) : at;
}

}  // namespace hallmark::futhark
