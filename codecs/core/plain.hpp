// Plain numbers: decimal digits as nearly every writer gives them, parsed in one pass. Any other form, and any number
// that breaks a rule, is left to the complete parser of the format.
#pragma once

#include "core/cursor.hpp"
#include "core/decimal.hpp"

namespace hallmark {

// The tests of bytes take what TextCursor::peek returns.
[[nodiscard]] constexpr bool is_digit(unsigned byte) noexcept { return byte - '0' <= 9; }
static_assert(is_digit('0') && is_digit('9') && !is_digit('0' - 1) && !is_digit('9' + 1));
static_assert(!is_digit(TextCursor::no_byte));

// So many decimal digits fit 64 bits, whatever they are.
inline constexpr std::uint64_t safe_digits = 19;
static_assert(UINT64_MAX / 10 >= 999'999'999'999'999'999);

// Digits adds up the decimal digits that TextCursor::skip_while passes, modulo 2^64.
struct Digits {
  std::uint64_t value = 0;

  [[gnu::always_inline]] constexpr bool operator()(unsigned byte) noexcept {
    const std::uint64_t digit = std::uint64_t{byte} - '0';
    if (digit > 9) return false;
    value = value * 10 + digit;
    return true;
  }
};

// Plain is the number read: at most safe_digits digits and, of a decimal one, an exponent of few digits.
struct Plain {
  Bytes text;      // without the sign
  TextCursor end;  // before a suffix
  std::uint64_t mantissa = 0;
  std::uint64_t digits = 0;
  std::int64_t exponent = 0;
  bool negative = false;
  bool decimal = false;  // it has a fraction or an exponent

  [[nodiscard]] Decimal as_decimal() const noexcept { return {text, mantissa, digits, exponent, true}; }
};

// read_plain reads the number that begins at `at`; false when none does or it is not plain. `capital` says that "E"
// marks an exponent without a fraction, too.
template <bool capital>
[[nodiscard, gnu::always_inline]] inline bool read_plain(TextCursor at, Plain& number) noexcept {
  constexpr std::uint64_t most_power_digits = 4;
  const auto start = at.ahead<2>();  // a digit alone is left to the parser
  if (!start) return false;
  number.negative = start.load<std::uint8_t>() == '-';
  const TextCursor first = start.skip(number.negative ? 1 : 0);
  Digits mantissa;
  at = first.skip_while(mantissa);
  number.digits = at - first;
  if (number.digits == 0) return false;
  if (first.is('0') && --number.digits != 0) return false;  // a 0 before the point adds nothing
  number.decimal = false;
  number.exponent = 0;
  unsigned byte = at.peek();
  if (byte == '.') {
    const TextCursor fraction = at.next();
    at = fraction.skip_while(mantissa);
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
  number.mantissa = mantissa.value;
  number.text = first.to(at);
  number.end = at;
  return number.digits <= safe_digits;
}

// IntegerRange is what an integer type holds: magnitudes up to `highest`, below 0 up to `lowest`.
struct IntegerRange {
  std::uint64_t highest = 0;
  std::uint64_t lowest = 0;

  [[nodiscard, gnu::always_inline]] constexpr bool holds(bool negative, std::uint64_t magnitude) const noexcept {
    return magnitude <= (negative ? lowest : highest);
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

// integer_bits gives an integer as two's complement.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t integer_bits(bool negative,
                                                                       std::uint64_t magnitude) noexcept {
  return negative ? std::uint64_t{0} - magnitude : magnitude;
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
