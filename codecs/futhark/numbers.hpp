// Numbers in text, as far as every one is read: README.md. What only some have is in numbers.cpp.
#pragma once

#include "futhark/walk.hpp"

namespace hallmark::futhark {

inline constexpr std::uint8_t no_digit = 255;

// digit_of takes what TextCursor::peek returns.
template <unsigned radix>
[[nodiscard]] constexpr std::uint8_t digit_of(unsigned c) noexcept {
  if (is_digit(c)) return c - '0' < radix ? static_cast<std::uint8_t>(c - '0') : no_digit;
  if constexpr (radix == 16) {
    if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  }
  return no_digit;
}

[[nodiscard]] constexpr bool is_underscore(unsigned c) noexcept { return c == '_'; }

// goes_on says that a letter or an underscore may go on with a number; so says the end of an array, which is none.
[[nodiscard, gnu::always_inline]] inline bool goes_on(TextCursor at) noexcept { return at.peek() >= 'A'; }

// So many digits fit 64 bits, whatever they are.
template <unsigned radix>
inline constexpr std::uint64_t fitting_digits = radix == 2    ? 64
                                                : radix == 10 ? safe_digits
                                                              : 16;

// read_run goes on with a mantissa, modulo 2^64, and returns where the digits end.
template <unsigned radix>
[[gnu::always_inline]] inline TextCursor read_run(TextCursor at, std::uint64_t& mantissa) noexcept {
  if constexpr (radix == 10) return read_digits(at, mantissa);
  return at.skip_while([&mantissa](unsigned byte) {
    const std::uint8_t digit = digit_of<radix>(byte);
    if (digit == no_digit) return false;
    mantissa = mantissa * radix + digit;
    return true;
  });
}

// check_digits adds up a long integer with a check: it may be beyond 64 bits.
template <unsigned radix>
void check_digits(Lexeme& lexeme) noexcept {
  if (lexeme.digits <= fitting_digits<radix>) [[likely]]
    return;
  std::uint64_t mantissa = 0;
  for (const std::byte byte : lexeme.text) {
    const std::uint8_t digit = digit_of<radix>(std::to_integer<unsigned>(byte));
    if (digit == no_digit) continue;
    if (mantissa > (UINT64_MAX - digit) / radix) lexeme.beyond = 1;
    mantissa = mantissa * radix + digit;
  }
  lexeme.mantissa = mantissa;
}

// A run that has been read to `at`, where there are underscores, or no digit.
template <unsigned radix>
TextCursor Walk::more_digits(TextCursor first, TextCursor at, Lexeme& lexeme, const Rule& missing) noexcept {
  if (at == first) return unexpected(missing, at);
  while (at.is('_')) {
    const TextCursor from = at;
    const TextCursor run = at.skip_while(is_underscore);
    at = read_run<radix>(run, lexeme.mantissa);
    lexeme.digits += at - run;
    lexeme.spaced = 1;
    const bool between = run - from == 1 && at != run;
    if (between || underscored_ == lexeme.begin) continue;
    underscored_ = lexeme.begin;
    if (!report(rule<"futhark/underscore">, from, 1)) return {};
  }
  return at;
}

// A run of digits, which go on with the mantissa; `missing` is broken where there is none.
template <unsigned radix>
TextCursor Walk::digits(TextCursor first, Lexeme& lexeme, const Rule& missing) noexcept {
  const TextCursor at = read_run<radix>(first, lexeme.mantissa);
  lexeme.digits += at - first;
  return at == first || at.is('_') ? more_digits<radix>(first, at, lexeme, missing) : at;
}

// Integers take the suffixes of integers, decimal digits also those of floats; other floats take those alone. What is
// no suffix is left to scalar_end.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::suffix(TextCursor at, Lexeme& lexeme, bool prefixed) noexcept {
  const unsigned c = at.peek();
  if (c != 'i' && c != 'u' && c != 'f') return at;
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  const auto allowed = [integer, prefixed](const Type& type) {
    return type.is_float() ? !integer || !prefixed : integer;
  };
  const Named named = type_named(at);
  if (named.type == nullptr || !allowed(*named.type)) [[unlikely]] {
    if (plain) return {};
    return ends_in_name(at, allowed) ? unexpected(rule<"futhark/scalar-end">, at.end()) : at;
  }
  lexeme.type = named.type;
  if (integer && named.type->is_float()) lexeme.kind = Lexeme::Kind::decimal;
  return at.skip(named.length);
}

// A number without its sign, and its suffix. What only compat takes is reported on the way. A `plain` one has nothing
// that few numbers have: then nothing is reported, and a false cursor says that this one is not plain.
template <bool plain>
[[gnu::always_inline]] inline TextCursor Walk::number(TextCursor first, Lexeme& lexeme) noexcept {
  TextCursor at = first;
  const unsigned digit = first.peek();
  bool has_point = first.peek(1) == '.' && is_digit(digit);
  if (has_point) {  // as in most numbers with a fraction: one digit before it
    lexeme.mantissa = digit - '0';
    lexeme.digits = 1;
    at = first.next();
  } else {
    if (!first.is('.')) {
      at = read_digits(first, lexeme.mantissa);
      lexeme.digits = at - first;
      if (at == first || at.is('_') || (first.is('0') && lexeme.digits != 1)) [[unlikely]] {
        if (plain) return {};
        at = odd_digits(first, at, lexeme);
        if (!at) return {};
      }
      if (lexeme.digits == 1 && first.is('0') && lexeme.spaced == 0 && (at.is('b') || (at.peek() | 0x20) == 'x')) {
        if (plain) return {};
        if (!at.is('b') || digit_of<2>(at.peek(1)) != no_digit) return prefixed(first, lexeme);
      }
    }
    has_point = at.is('.');
  }
  if (has_point) {
    if (at == first && (plain || !report(rule<"futhark/whole-part">, at, 1))) return {};
    const std::uint64_t whole = lexeme.digits;
    const TextCursor fraction = at.next();
    at = read_digits(fraction, lexeme.mantissa);
    lexeme.digits += at - fraction;
    if (at == fraction || at.is('_')) [[unlikely]] {
      if (plain) return {};
      at = more_digits<10>(fraction, at, lexeme, rule<"futhark/part-missing">);
      if (!at) return {};
    }
    lexeme.kind = Lexeme::Kind::decimal;
    lexeme.exponent = -static_cast<std::int64_t>(lexeme.digits - whole);
  }
  if (goes_on(at) && (at.peek() | 0x20) == 'e') [[unlikely]] {
    if (plain) return {};
    if (at.is('E') && !has_point && !report(rule<"futhark/exponent-mark">, at, 1)) return {};
    lexeme.kind = Lexeme::Kind::decimal;
    at = exponent(at.next(), lexeme);
    if (!at) return {};
  }
  lexeme.text = first.to(at);
  if (lexeme.digits > safe_digits) [[unlikely]] {
    if (plain) return {};
    if (lexeme.kind == Lexeme::Kind::integer) check_digits<10>(lexeme);
  }
  return goes_on(at) ? suffix<plain>(at, lexeme, false) : at;
}

}  // namespace hallmark::futhark
