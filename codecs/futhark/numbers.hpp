// SPDX-License-Identifier: Apache-2.0
// Numbers in text, as far as every one is read: README.md. What only some have is in numbers.cpp.
#pragma once

#include "futhark/walk.hpp"

namespace hallmark::futhark {

// is_digit_of takes what TextCursor::peek returns.
[[nodiscard]] constexpr bool is_digit_of(unsigned c, unsigned radix) noexcept {
  return static_cast<unsigned>(hex_digit(c)) < radix;
}

inline constexpr std::uint64_t largest_exponent = std::uint64_t{1} << 60;  // larger ones are taken for this

// Integers take the suffixes of integers, decimal digits also those of floats; other floats take those alone. What is
// no suffix is left to the end of the scalar.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::suffix(TextCursor at, Lexeme& lexeme, bool prefixed) noexcept {
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  const auto allowed = [integer, prefixed](const Type& type) {
    return type.is_float() ? !integer || !prefixed : integer && !type.is_bool();
  };
  const std::uint64_t text = at.word();
  const Type& type = type_named(text);
  if (!type.is_named(text) || !allowed(type)) {
    const bool cut = !plain && !at.ended() && ends_in_name(at, allowed);
    return cut ? unexpected(rule<"futhark/scalar-end">, at.end()) : at;
  }
  lexeme.type = &type;
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

// A number and its suffix. Only `any` reports what breaks a rule, and what only compat takes. The other spellings
// return a false cursor where a number has something that few have.
template <Spelling spelling>
[[gnu::always_inline]] inline TextCursor Walk::number(TextCursor at, Lexeme& lexeme) noexcept {
  constexpr bool plain = spelling != Spelling::any;
  TextCursor fraction;
  if constexpr (plain) {
    const auto ahead = at.ahead<word_size>();
    Integer whole;
    if (!ahead) [[unlikely]] {
      whole = read_integer(at);
    } else {
      const auto text = ahead.load<std::uint64_t>();
      lexeme.minus = minus_of(text);
      if (spelling != Spelling::integer && (text >> 8 * lexeme.minus >> 8 & 0xff) == '.') {  // as in most fractions
        lexeme.first = ahead.skip(lexeme.minus);
        lexeme.mantissa = (text >> 8 * lexeme.minus & 0xff) - '0';
        lexeme.digits = 1;
        if (lexeme.mantissa > 9) return {};
        fraction = ahead.skip(lexeme.minus + 2);
      } else {
        whole = read_integer(ahead);
      }
    }
    if (!fraction) {
      lexeme.minus = whole.minus;
      lexeme.first = whole.first;
      lexeme.mantissa = whole.magnitude;
      lexeme.digits = whole.digits();
      if (lexeme.digits == 0 || (lexeme.digits != 1 && whole.first.is('0'))) return {};
      at = whole.end;
    }
  } else {
    at = lexeme.first = sign(at, lexeme);
    if (at && at.is('.') && !report(rule<"futhark/whole-part">, at, 1)) return {};
    if (!at.is('.')) at = whole_digits(at, lexeme);
    if (!at) return {};
    const bool lone_zero = lexeme.digits == 1 && lexeme.first.is('0') && lexeme.spaced == 0;
    const bool binary = at.is('b') && is_digit_of(at.peek(1), 2);
    if (lone_zero && (binary || (at.peek() | 0x20) == 'x')) return prefixed(lexeme.first, lexeme);
  }
  if (spelling != Spelling::integer && !fraction && at.is('.')) fraction = at.next();
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
  if (spelling != Spelling::integer && goes_on && (at.peek() | 0x20) == 'e') {
    if (at.is('E') && !has_point && (plain || !report(rule<"futhark/exponent-mark">, at, 1))) return {};
    lexeme.kind = Lexeme::Kind::decimal;
    at = exponent<plain>(at.next(), lexeme);
    if (!at) return {};
  }
  lexeme.last = at;
  if (plain && lexeme.digits > safe_digits) return {};
  return goes_on ? suffix<plain>(at, lexeme, false) : at;
}

}  // namespace hallmark::futhark
