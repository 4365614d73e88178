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

inline constexpr std::uint64_t largest_exponent = std::uint64_t{1} << 60;  // larger ones are taken for this

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
  for (const std::byte byte : lexeme.text()) {
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
    power.begin = lexeme.begin;
    at = digits<10>(at, power, rule<"futhark/part-missing">);
    if (!at) return {};
    power.first = first;
    power.last = at;
    check_digits<10>(power);
    if (power.beyond != 0 || power.mantissa > largest_exponent) power.mantissa = largest_exponent;
    lexeme.spaced |= power.spaced;
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
    if (plain || !first.is('.')) {
      at = read_digits(first, lexeme.mantissa);
      lexeme.digits = at - first;
      const bool padded = lexeme.digits != 1 && first.is('0');
      if (plain) {
        if (padded || at == first) return {};
      } else {
        if (padded || at == first || at.is('_')) at = odd_digits(first, at, lexeme);
        if (!at) return {};
        const bool lone_zero = lexeme.digits == 1 && first.is('0') && lexeme.spaced == 0;
        const bool binary = at.is('b') && digit_of<2>(at.peek(1)) != no_digit;
        if (lone_zero && (binary || (at.peek() | 0x20) == 'x')) return prefixed(first, lexeme);
      }
    } else if (!report(rule<"futhark/whole-part">, at, 1)) {
      return {};
    }
    if (at.is('.')) fraction = at.next();
  }
  const bool has_point{fraction};
  if (has_point) {
    at = read_digits(fraction, lexeme.mantissa);
    std::uint64_t places = at - fraction;
    lexeme.digits += places;
    if (places == 0 || (!plain && at.is('_'))) [[unlikely]] {
      if (plain) return {};
      const std::uint64_t before = lexeme.digits - places;
      at = more_digits<10>(fraction, at, lexeme, rule<"futhark/part-missing">);
      if (!at) return {};
      places = lexeme.digits - before;
    }
    lexeme.kind = Lexeme::Kind::decimal;
    lexeme.exponent = -static_cast<std::int64_t>(places);
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
  if (lexeme.digits > safe_digits) [[unlikely]] {
    if (plain) return {};
    if (lexeme.kind == Lexeme::Kind::integer) check_digits<10>(lexeme);
  }
  return goes_on ? suffix<plain>(at, lexeme, like.said, false) : at;
}

}  // namespace hallmark::futhark
