// Plain numbers: decimal digits as nearly every writer gives them, parsed in one pass. Any other form, and any number
// that breaks a rule, is left to the complete parser of the format.
#pragma once

#include "core/decimal.hpp"

namespace hallmark {

[[nodiscard]] constexpr bool is_digit(unsigned char c) noexcept { return c >= '0' && c <= '9'; }

// Plain is the number read: at most 19 digits and, of a decimal one, an exponent of few digits.
struct Plain {
  const std::byte* first = nullptr;  // behind the sign
  const std::byte* end = nullptr;    // before a suffix
  std::uint64_t mantissa = 0;
  std::uint64_t digits = 0;
  std::int64_t exponent = 0;
  bool negative = false;
  bool decimal = false;  // it has a fraction or an exponent

  [[nodiscard]] Decimal as_decimal() const noexcept { return {Bytes(first, end), mantissa, digits, exponent, true}; }
};

// read_plain reads the number that begins at `at`, before `end`, which is not there yet; false when none does or it is
// not plain. `capital` says that "E" marks an exponent without a fraction, too.
template <bool capital>
[[nodiscard, gnu::always_inline]] inline bool read_plain(const std::byte* at, const std::byte* end,
                                                         Plain& number) noexcept {
  constexpr std::uint64_t most_digits = 19;  // whatever they are, they fit 64 bits
  constexpr std::uint64_t most_power = 4;
  const auto digit = [&at]() { return static_cast<unsigned>(std::to_integer<unsigned char>(*at)) - '0'; };
  number.negative = *at == std::byte{'-'};
  at += number.negative ? 1 : 0;
  number.first = at;
  number.decimal = false;
  number.exponent = 0;
  std::uint64_t mantissa = 0;
  for (; at != end && digit() <= 9; ++at) mantissa = mantissa * 10 + digit();
  number.digits = static_cast<std::uint64_t>(at - number.first);
  if (number.digits == 0) return false;
  if (*number.first == std::byte{'0'} && --number.digits != 0) return false;  // a 0 before the point adds nothing
  if (at != end && *at == std::byte{'.'}) {
    const std::byte* const fraction = ++at;
    for (; at != end && digit() <= 9; ++at) mantissa = mantissa * 10 + digit();
    if (at == fraction) return false;
    number.decimal = true;
    number.exponent = fraction - at;
    number.digits += static_cast<std::uint64_t>(at - fraction);
  }
  if (at != end && (*at == std::byte{'e'} || (*at == std::byte{'E'} && (capital || number.decimal)))) {
    ++at;
    const bool below = at != end && *at == std::byte{'-'};
    if (below || (at != end && *at == std::byte{'+'})) ++at;
    const std::byte* const power = at;
    std::int64_t value = 0;
    for (; at != end && digit() <= 9; ++at) {
      if (static_cast<std::uint64_t>(at - power) == most_power) return false;
      value = value * 10 + digit();
    }
    if (at == power) return false;
    number.decimal = true;
    number.exponent += below ? -value : value;
  }
  number.mantissa = mantissa;
  number.end = at;
  return number.digits <= most_digits;
}

}  // namespace hallmark
