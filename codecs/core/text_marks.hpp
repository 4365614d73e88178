// Commas of a text, found 64 bytes at a time, so that none waits for the one before it; and rows of numbers of JSON,
// checked in the same way.
#pragma once

#include <utility>

#include "core/text_lanes.hpp"

namespace hallmark {

// TextCommas gives the commas of a text in order, as far as it has blocks of 64 bytes with one more behind them.
class TextCommas {
 public:
  explicit TextCommas(Bytes text) noexcept : next_(text.data()), end_(text.data() + text.size()) {}

  // next gives the next comma, or null.
  [[nodiscard, gnu::always_inline]] const std::byte* next() noexcept {
    while (marks_ == 0) {
      if (static_cast<std::size_t>(end_ - next_) <= text_block) return nullptr;
      marks_ = mark_bytes<','>(next_);
      next_ += text_block;
    }
    const std::byte* const found = next_ - text_block + __builtin_ctzll(marks_);
    marks_ &= marks_ - 1;
    return found;
  }

 private:
  const std::byte* next_;  // block
  const std::byte* end_;
  std::uint64_t marks_ = 0;
};

// NumberRow checks the numbers in an array of JSON, as far as they are digits with a minus, a point, or a blank behind
// the comma before.
class NumberRow {
 public:
  // take looks at the next 64 bytes; false where they hold anything else or are wrong. The first begin a number.
  [[nodiscard, gnu::always_inline]] bool take(const std::byte* block) noexcept {
    const std::uint64_t digits = mark_digits(block);
    const std::uint64_t commas = mark_bytes<','>(block);
    const std::uint64_t points = mark_bytes<'.'>(block);
    const std::uint64_t minuses = mark_bytes<'-'>(block);
    const std::uint64_t blanks = mark_bytes<' '>(block);
    const std::uint64_t after_comma = after(commas, comma_);
    const std::uint64_t after_digit = after(digits, digit_);
    const std::uint64_t start = (after_comma & ~blanks) | after(blanks, blank_);
    const std::uint64_t whole = (start & ~minuses) | after(minuses, minus_);  // the first digit of a number
    const std::uint64_t fraction = after(points, point_);                     // and of its fraction
    const std::uint64_t after_zero = after(mark_bytes<'0'>(block) & whole, zero_);
    // What is added to the first digit of a run is carried to the byte behind the last.
    std::uint64_t behind_fraction = 0;
    const bool goes_on = __builtin_add_overflow(digits, (fraction & digits) | in_fraction_, &behind_fraction);
    in_fraction_ = goes_on ? 1 : 0;
    const std::uint64_t wrong = ~(digits | commas | points | minuses | blanks) | (blanks & ~after_comma) |
                                (minuses & ~start) | ((whole | fraction) & ~digits) |
                                ((commas | points) & ~after_digit) | (after_zero & digits) |
                                (behind_fraction & points & ~digits);
    marks_ = commas;
    return wrong == 0;
  }
  // commas gives those of the block that was taken last.
  [[nodiscard]] std::uint64_t commas() const noexcept { return marks_; }

 private:
  // The bytes behind those that are marked, one of which may be the last of the block before.
  [[gnu::always_inline]] static std::uint64_t after(std::uint64_t marks, std::uint64_t& last) noexcept {
    return marks << 1 | std::exchange(last, marks >> 63);
  }

  std::uint64_t marks_ = 0;
  std::uint64_t comma_ = 1;  // of the last byte so far, whether it is one
  std::uint64_t digit_ = 0;
  std::uint64_t point_ = 0;
  std::uint64_t minus_ = 0;
  std::uint64_t blank_ = 0;
  std::uint64_t zero_ = 0;
  std::uint64_t in_fraction_ = 0;
};

}  // namespace hallmark
