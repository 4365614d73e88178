// SPDX-License-Identifier: Apache-2.0
// Commas and quotes of a text, found 64 bytes at a time, so that none waits for the one before it; and rows of scalars
// of JSON, checked in the same way.
#pragma once

#include <utility>

#include "core/text_lanes.hpp"

namespace hallmark {

// TextMarks gives the places of a byte of ASCII in a text, in order, as far as that has blocks of 64 bytes with one
// more after them.
template <char byte>
class TextMarks {
 public:
  explicit TextMarks(Bytes text) noexcept : next_(text.data()), end_(text.data() + text.size()) {}

  // next gives the next place, or null.
  [[nodiscard, gnu::always_inline]] const std::byte* next() noexcept {
    while (marks_ == 0) {
      if (static_cast<std::size_t>(end_ - next_) <= text_block) return nullptr;
      marks_ = mark_bytes<byte>(next_);
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
using TextCommas = TextMarks<','>;

// ElementRow walks the elements of a list that have a comma after them, up to the last block of the text. Each may have
// a blank before it.
class ElementRow {
 public:
  // The first element begins at `at`.
  explicit ElementRow(TextCursor at) noexcept
      : text_(at), first_(at.rest().data()), begin_(first_), commas_(at.rest()) {}

  // more finds the comma after the element at hand; false where the blocks have no further one.
  [[nodiscard, gnu::always_inline]] bool more() noexcept {
    const std::byte* const comma = commas_.next();
    if (comma == nullptr) return false;
    end_ = comma;
    element_ = begin_ + (*begin_ == std::byte{' '} ? 1 : 0);
    return true;
  }
  [[nodiscard]] Bytes element() const noexcept { return {element_, end_}; }
  // The place of the element at hand, and that of the comma.
  [[nodiscard]] TextCursor begin() const noexcept { return text_.skip(static_cast<std::uint64_t>(element_ - first_)); }
  [[nodiscard]] TextCursor end() const noexcept { return text_.skip(static_cast<std::uint64_t>(end_ - first_)); }

  // pass goes on after the comma.
  [[gnu::always_inline]] void pass() noexcept { begin_ = end_ + 1; }
  // behind is where the last element that was passed ends; the first begins there if none was.
  [[nodiscard]] TextCursor behind() const noexcept {
    return begin_ == first_ ? text_ : text_.skip(static_cast<std::uint64_t>(begin_ - first_) - 1);
  }

 protected:
  TextCursor text_;
  const std::byte* first_;
  const std::byte* begin_;  // after the comma before the element
  const std::byte* element_ = nullptr;
  const std::byte* end_ = nullptr;
  TextCommas commas_;
};

// A row checks the scalars in an array of JSON, 64 bytes at a time, as far as they are of one kind and as nearly all
// are written: with a blank after the comma before, or none.
class JsonRow {
 public:
  // commas gives those between scalars in the block that was taken last.
  [[nodiscard]] std::uint64_t commas() const noexcept { return commas_; }

 protected:
  // The bytes after those that are marked, one of which may be the last of the block before.
  [[gnu::always_inline]] static std::uint64_t after(std::uint64_t marks, std::uint64_t& last) noexcept {
    return marks << 1 | std::exchange(last, marks >> 63);
  }
  // separate takes the commas and blanks between scalars, gives where scalars must begin, and adds what is wrong.
  [[nodiscard, gnu::always_inline]] std::uint64_t separate(std::uint64_t commas, std::uint64_t blanks,
                                                           std::uint64_t& wrong) noexcept {
    commas_ = commas;
    const std::uint64_t after_comma = after(commas, comma_);
    wrong |= blanks & ~after_comma;
    return (after_comma & ~blanks) | after(blanks, blank_);
  }

 private:
  std::uint64_t commas_ = 0;
  std::uint64_t comma_ = 1;  // whether the last byte so far is one
  std::uint64_t blank_ = 0;
};

// take, of each row, looks at the next 64 bytes; false where they hold anything else or are wrong. The first begin a
// scalar.

// NumberRow: digits with a minus, a point.
class NumberRow : public JsonRow {
 public:
  [[nodiscard, gnu::always_inline]] bool take(const std::byte* block) noexcept {
    const std::uint64_t digits = mark_digits(block);
    const std::uint64_t commas = mark_bytes<','>(block);
    const std::uint64_t points = mark_bytes<'.'>(block);
    const std::uint64_t minuses = mark_bytes<'-'>(block);
    const std::uint64_t blanks = mark_bytes<' '>(block);
    std::uint64_t wrong = ~(digits | commas | points | minuses | blanks);
    const std::uint64_t start = separate(commas, blanks, wrong);
    const std::uint64_t whole = (start & ~minuses) | after(minuses, minus_);  // the first digit of a number
    const std::uint64_t fraction = after(points, point_);                     // and of its fraction
    const std::uint64_t after_zero = after(mark_bytes<'0'>(block) & whole, zero_);
    // What is added to the first digit of a run is carried to the byte after the last.
    std::uint64_t behind_fraction = 0;
    const bool goes_on = __builtin_add_overflow(digits, (fraction & digits) | in_fraction_, &behind_fraction);
    in_fraction_ = goes_on ? 1 : 0;
    wrong |= (minuses & ~start) | ((whole | fraction) & ~digits) | ((commas | points) & ~after(digits, digit_)) |
             (after_zero & digits) | (behind_fraction & points & ~digits);
    return wrong == 0;
  }

 private:
  std::uint64_t digit_ = 0;  // of the last byte so far, whether it is one
  std::uint64_t point_ = 0;
  std::uint64_t minus_ = 0;
  std::uint64_t zero_ = 0;
  std::uint64_t in_fraction_ = 0;
};

// WordRow: true and false.
class WordRow : public JsonRow {
 public:
  [[nodiscard, gnu::always_inline]] bool take(const std::byte* block) noexcept {
    const std::uint64_t t = mark_bytes<'t'>(block);
    const std::uint64_t r = mark_bytes<'r'>(block);
    const std::uint64_t u = mark_bytes<'u'>(block);
    const std::uint64_t e = mark_bytes<'e'>(block);
    const std::uint64_t f = mark_bytes<'f'>(block);
    const std::uint64_t a = mark_bytes<'a'>(block);
    const std::uint64_t l = mark_bytes<'l'>(block);
    const std::uint64_t s = mark_bytes<'s'>(block);
    const std::uint64_t commas = mark_bytes<','>(block);
    const std::uint64_t blanks = mark_bytes<' '>(block);
    std::uint64_t wrong = ~(t | r | u | e | f | a | l | s | commas | blanks);
    wrong |= separate(commas, blanks, wrong) ^ (t | f);
    wrong |= (after(t, last_[0]) ^ r) | (after(r, last_[1]) ^ u) | (after(f, last_[2]) ^ a) | (after(a, last_[3]) ^ l);
    wrong |= (after(l, last_[4]) ^ s) | (after(u | s, last_[5]) ^ e);
    return wrong == 0;  // only a comma can follow the e: a word begins after one, and so does a blank
  }

 private:
  std::uint64_t last_[6] = {};  // of the last byte so far, whether it is what is looked for
};

// StringRow: strings of plain characters of ASCII.
class StringRow : public JsonRow {
 public:
  [[nodiscard, gnu::always_inline]] bool take(const std::byte* block) noexcept {
    const std::uint64_t quotes = mark_bytes<'"'>(block);
    std::uint64_t inside = quotes;  // from an opening quote on, up to the closing one
    for (unsigned shift = 1; shift < text_block; shift *= 2) inside ^= inside << shift;
    inside ^= inside_;
    inside_ = 0 - (inside >> 63);
    const std::uint64_t commas = mark_bytes<','>(block) & ~inside;
    const std::uint64_t blanks = mark_bytes<' '>(block) & ~inside;
    std::uint64_t wrong = mark_not_printed(block) | mark_bytes<'\\'>(block) | ~(inside | quotes | commas | blanks);
    wrong |= separate(commas, blanks, wrong) ^ (quotes & inside);
    return wrong == 0;  // only a comma can follow a string: the next one begins after it, and so does a blank
  }

 private:
  std::uint64_t inside_ = 0;  // all bits where the last byte so far is in a string
};

}  // namespace hallmark
