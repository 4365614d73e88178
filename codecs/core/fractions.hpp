// SPDX-License-Identifier: Apache-2.0
// Fractions: numbers with one digit before the point and up to 18 after it, such as -0.042759303, between commas. The
// commas are found first, 64 bytes at a time, so that no number waits for the one before it; and how many digits a
// number has takes no branch, because nothing could predict it.
#pragma once

#include "core/decimal.hpp"
#include "core/integers.hpp"
#include "core/text_marks.hpp"

namespace hallmark {

inline constexpr std::uint64_t most_places = 18;  // with the digit before the point, 19 fit 64 bits

// Fraction is the number read: mantissa / 10^places.
struct Fraction {
  Bytes text;  // without the sign
  std::uint64_t mantissa = 0;
  std::uint64_t places = 0;
  std::uint64_t minus = 0;  // 1 where there is one

  [[nodiscard]] Decimal as_decimal() const noexcept {
    return {text, mantissa, places + 1, -static_cast<std::int64_t>(places)};
  }
};

// FractionRow reads the elements of a list backwards from their commas.
class FractionRow : public ElementRow {
 public:
  // The first element begins at `at`. `exact` says that more than 16 places are usual, as in the text of f64.
  FractionRow(TextCursor at, bool exact) noexcept : ElementRow(at), exact_(exact ? 2 * digit_lanes : 0) {}

  // read reads the element at hand; false where it is no fraction.
  [[nodiscard, gnu::always_inline]] bool read(Fraction& number) const noexcept {
    if (end_ - first_ < static_cast<std::ptrdiff_t>(most_places)) return false;
    number.minus = minus_of(std::to_integer<std::uint8_t>(*element_));
    const std::byte* const whole = element_ + number.minus;
    const auto places = static_cast<std::uint64_t>(end_ - whole) - 2;
    if (places - 1 >= most_places) return false;
    const std::uint64_t digit = std::to_integer<std::uint64_t>(whole[0]) - '0';
    std::uint64_t value = 0;
    if (whole[1] != std::byte{'.'} || digit > 9 || !last_digits(end_, places, value)) return false;
    if ((places | exact_) > digit_lanes) {  // the first one or two of more than 16
      constexpr std::uint64_t two = 0xffff;
      const std::uint64_t over = places > digit_lanes ? places - digit_lanes : 0;
      const std::uint64_t word = load_le<std::uint16_t>(end_ - most_places) ^ (repeated('0') & two);
      const std::uint64_t lead = word & (two << (16 - 8 * over)) & two;
      if (mark_above(lead, 9) != 0) return false;
      value += ((lead & 0xff) * 10 + (lead >> 8)) * powers_of_ten[digit_lanes];
    }
    number.mantissa = digit * powers_of_ten[places] + value;
    number.places = places;
    number.text = Bytes(whole, end_);
    return true;
  }

 private:
  std::uint64_t exact_;  // more than 16 where exact
};

}  // namespace hallmark
