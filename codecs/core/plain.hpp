// Plain numbers: decimal digits as nearly every writer gives them, parsed in one pass. Any other form, and any number
// that breaks a rule, is left to the complete parser of the format.
#pragma once

#include "core/decimal.hpp"
#include "core/digits.hpp"

namespace hallmark {

// Plain is the number read: at most safe_digits digits and, of a decimal one, an exponent of few digits.
struct Plain {
  Bytes text;      // without the sign
  TextCursor end;  // before a suffix
  std::uint64_t mantissa = 0;
  std::uint64_t digits = 0;
  std::int64_t exponent = 0;
  std::uint64_t minus = 0;  // 1 where there is one
  bool decimal = false;     // it has a fraction or an exponent

  [[nodiscard]] Decimal as_decimal() const noexcept { return {text, mantissa, digits, exponent, true}; }
};

// read_plain reads the number that begins at `at`; false when none does or it is not plain. `capital` says that "E"
// marks an exponent without a fraction, too.
template <bool capital>
[[nodiscard, gnu::always_inline]] inline bool read_plain(TextCursor at, Plain& number) noexcept {
  constexpr std::uint64_t most_power_digits = 4;
  const auto start = at.ahead<2>();  // a digit alone is left to the parser
  if (!start) return false;
  number.minus = minus_of(start.load<std::uint8_t>());
  const TextCursor first = start.skip(static_cast<std::size_t>(number.minus));
  std::uint64_t mantissa = 0;
  if (first.peek(1) == '.') {  // as in most numbers with a fraction
    at = first.next();
    if (!is_digit(first.peek())) return false;
    mantissa = first.peek() - '0';
  } else {
    at = read_digits(first, mantissa);
  }
  number.digits = at - first;
  if (number.digits == 0) return false;
  if (first.is('0') && --number.digits != 0) return false;  // a 0 before the point adds nothing
  number.decimal = false;
  number.exponent = 0;
  unsigned byte = at.peek();
  if (byte == '.') {
    const TextCursor fraction = at.next();
    at = read_digits(fraction, mantissa);
    const std::uint64_t size = at - fraction;
    if (size == 0) return false;
    number.decimal = true;
    number.exponent = -static_cast<std::int64_t>(size);
    number.digits += size;
    byte = at.peek();
  }
  if (byte == 'e' || (byte == 'E' && (capital || number.decimal))) {
    at = at.next();
    const bool below = at.is('-');
    if (below || at.is('+')) at = at.next();
    Digits power;
    const TextCursor power_first = at;
    at = at.skip_while(power);
    const std::uint64_t size = at - power_first;
    if (size == 0 || size > most_power_digits) return false;
    number.decimal = true;
    number.exponent += below ? -static_cast<std::int64_t>(power.value) : static_cast<std::int64_t>(power.value);
  }
  number.mantissa = mantissa;
  number.text = first.to(at);
  number.end = at;
  return number.digits <= safe_digits;
}

// read_plain_integer is read_plain for digits alone; what may follow them is not looked at.
[[nodiscard, gnu::always_inline]] inline bool read_plain_integer(TextCursor at, Plain& number) noexcept {
  const Integer integer = read_integer(at);
  number.minus = integer.minus;
  number.decimal = false;
  number.exponent = 0;
  number.mantissa = integer.magnitude;
  number.digits = integer.digits();
  number.end = integer.end;
  return number.digits - 1 < safe_digits && (number.digits == 1 || !integer.first.is('0'));
}

// float_bits gives those of a plain number, without its sign. `divides` says that it is of f32 and divides_to_nearest.
[[nodiscard, gnu::always_inline]] inline std::uint64_t float_bits(const Plain& number, DType dtype,
                                                                  bool divides) noexcept {
  if (divides) {
    const std::uint64_t bits = quotient_f32_bits(number.mantissa, number.exponent);
    if (bits != undecided) [[likely]]
      return bits;
  }
  const std::uint64_t bits = short_float_bits(number.mantissa, number.exponent, dtype);
  return bits != undecided ? bits : float_bits(number.as_decimal(), dtype);
}

// IntegerRange is what an integer type holds: magnitudes up to `highest`, below 0 up to `lowest`.
struct IntegerRange {
  std::uint64_t highest = 0;
  std::uint64_t lowest = 0;

  // `minus` is 1 for a number with one, else 0.
  [[nodiscard, gnu::always_inline]] constexpr bool holds(std::uint64_t minus, std::uint64_t magnitude) const noexcept {
    return magnitude <= (highest ^ ((highest ^ lowest) & (0 - minus)));
  }
};

// integer_range gives that of an integer type, and zeros for the others.
[[nodiscard]] constexpr IntegerRange integer_range(DType dtype) noexcept {
  switch (dtype) {
    case DType::u8: return {UINT8_MAX, 0};
    case DType::u16: return {UINT16_MAX, 0};
    case DType::u32: return {UINT32_MAX, 0};
    case DType::u64: return {UINT64_MAX, 0};
    case DType::i8: return {INT8_MAX, INT8_MAX + 1};
    case DType::i16: return {INT16_MAX, INT16_MAX + 1};
    case DType::i32: return {INT32_MAX, std::uint64_t{INT32_MAX} + 1};
    case DType::i64: return {INT64_MAX, std::uint64_t{INT64_MAX} + 1};
    default: return {};
  }
}

// integer_bits gives an integer as two's complement; `minus` is 1 for one below 0, else 0.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t integer_bits(std::uint64_t minus,
                                                                       std::uint64_t magnitude) noexcept {
  return (magnitude ^ (0 - minus)) + minus;
}

// store_bits writes the low `size` bytes of an element, 1, 2, 4 or 8 of them, least significant first.
[[gnu::always_inline]] inline void store_bits(std::byte* to, std::uint64_t bits, std::uint64_t size) noexcept {
  switch (size) {
    case 1: return store_le(to, static_cast<std::uint8_t>(bits));
    case 2: return store_le(to, static_cast<std::uint16_t>(bits));
    case 4: return store_le(to, static_cast<std::uint32_t>(bits));
    default: return store_le(to, bits);
  }
}

}  // namespace hallmark
