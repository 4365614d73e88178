// Fractions: numbers with one digit before the point and up to 18 behind it, such as -0.042759303, between commas. The
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

  [[nodiscard]] std::int64_t exponent() const noexcept { return -static_cast<std::int64_t>(places); }
  [[nodiscard]] Decimal as_decimal() const noexcept { return {text, mantissa, places + 1, exponent()}; }
};

// float_bits gives those of a fraction, without its sign. `divides` says that it is of f32 and divides_to_nearest.
[[nodiscard, gnu::always_inline]] inline std::uint64_t float_bits(const Fraction& number, DType dtype,
                                                                  bool divides) noexcept {
  return float_bits(number.as_decimal(), dtype, divides);
}

// FractionRow walks the elements of a list that have a comma behind them, up to the last block of the text.
// Each may have a blank before it.
class FractionRow {
 public:
  // The first element begins at `at`. `exact` says that more than 16 places are usual, as in the text of f64.
  FractionRow(TextCursor at, bool exact) noexcept
      : text_(at), first_(at.rest().data()), begin_(first_), commas_(at.rest()), exact_(exact ? 2 * digit_lanes : 0) {}

  // more finds the comma behind the element at hand; false where the blocks have no further one.
  [[nodiscard, gnu::always_inline]] bool more() noexcept {
    const std::byte* const comma = commas_.next();
    if (comma == nullptr) return false;
    end_ = comma;
    element_ = begin_ + (*begin_ == std::byte{' '} ? 1 : 0);
    return true;
  }

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

  // The element at hand, and the place behind it, a comma.
  [[nodiscard]] TextCursor begin() const noexcept { return text_.skip(static_cast<std::uint64_t>(element_ - first_)); }
  [[nodiscard]] TextCursor end() const noexcept { return text_.skip(static_cast<std::uint64_t>(end_ - first_)); }

  // pass goes on behind the comma.
  [[gnu::always_inline]] void pass() noexcept { begin_ = end_ + 1; }
  // behind is where the last element that was passed ends; the first begins there if none was.
  [[nodiscard]] TextCursor behind() const noexcept {
    return begin_ == first_ ? text_ : text_.skip(static_cast<std::uint64_t>(begin_ - first_) - 1);
  }

 private:
  TextCursor text_;
  const std::byte* first_;
  const std::byte* begin_;  // behind the comma before the element
  const std::byte* element_ = nullptr;
  const std::byte* end_ = nullptr;
  TextCommas commas_;
  std::uint64_t exact_;  // more than 16 where exact
};

}  // namespace hallmark
