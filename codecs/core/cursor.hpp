// SPDX-License-Identifier: Apache-2.0
// TextCursor: a place in a text, which cannot be read past the end of that text.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"

namespace hallmark {

template <std::size_t size>
class Ahead;

// Stride is a distance that is decided at run time, for TextCursor::ahead: `least` bytes are looked at even where it is
// shorter.
template <std::size_t least>
class Stride {
 public:
  constexpr Stride() noexcept = default;
  constexpr explicit Stride(std::uint64_t distance) noexcept
      : distance_(distance), needed_(distance < least ? least : distance) {}
  [[nodiscard]] constexpr std::uint64_t distance() const noexcept { return distance_; }
  // needed is never less than `least` or the distance.
  [[nodiscard]] constexpr std::uint64_t needed() const noexcept { return needed_; }

 private:
  std::uint64_t distance_ = 0;
  std::uint64_t needed_ = least;
};

// TextCursor is the cursor of the text formats, beside Reader. A binary field has a length that is known before it is
// read, so a Reader checks it once and moves on. Where a token of text ends is found by looking at its bytes, and a
// parser holds several places at once: where the token began, its first digit, the comma before it. Hence this cursor
// is a value of two pointers that travels in registers: a parsing function takes where something begins and returns
// where it ends.
//
// What it proves: no byte outside the text is read, and a cursor never leaves the text. Every function below compares
// with the end of the text, and nothing else in a text parser does but TextMarks, ElementRow and skip_row, which look
// at blocks.
// A cursor over no text, `TextCursor()`, is what a parsing function returns after a failure: it is false, it stands at
// its end, and reading from it finds nothing.
class TextCursor {
 public:
  // What peek returns at the end of the text. It equals no byte.
  static constexpr unsigned no_byte = 256;

  constexpr TextCursor() noexcept = default;
  explicit TextCursor(Bytes text) noexcept : at_(text.data()), end_(text.data() + text.size()) {}

  // False for a cursor over no text.
  [[nodiscard, gnu::always_inline]] explicit operator bool() const noexcept { return at_ != nullptr; }
  [[nodiscard, gnu::always_inline]] bool ended() const noexcept { return at_ == end_; }
  [[nodiscard, gnu::always_inline]] std::uint64_t remaining() const noexcept {
    return static_cast<std::uint64_t>(end_ - at_);
  }

  // peek returns the byte at the cursor, or no_byte; with a distance, the byte so far ahead.
  [[nodiscard, gnu::always_inline]] unsigned peek() const noexcept {
    return at_ != end_ ? std::to_integer<unsigned>(*at_) : no_byte;
  }
  [[nodiscard, gnu::always_inline]] unsigned peek(std::uint64_t distance) const noexcept {
    return distance < remaining() ? std::to_integer<unsigned>(at_[distance]) : no_byte;
  }
  [[nodiscard, gnu::always_inline]] bool is(char byte) const noexcept {
    return peek() == static_cast<unsigned char>(byte);
  }

  // word returns the eight bytes at the cursor, or so far ahead, as a little-endian word; zeros follow the text.
  [[nodiscard, gnu::always_inline]] std::uint64_t word(std::uint64_t distance = 0) const noexcept {
    if (distance + sizeof(std::uint64_t) <= remaining()) [[likely]]
      return load_le<std::uint64_t>(at_ + distance);
    return last_word(*this, distance);
  }

  // next returns the cursor one byte on, skip so many bytes on, neither beyond the end.
  [[nodiscard, gnu::always_inline]] TextCursor next() const noexcept { return at_ != end_ ? moved_to(at_ + 1) : *this; }
  // past is next after a peek, which gave `byte`: what is known of that then need not be compared again.
  [[nodiscard, gnu::always_inline]] TextCursor past(unsigned byte) const noexcept {
    return byte != no_byte ? moved_to(at_ + 1) : *this;
  }
  [[nodiscard, gnu::always_inline]] TextCursor skip(std::uint64_t distance) const noexcept {
    return moved_to(distance <= remaining() ? at_ + distance : end_);
  }
  // skip_while calls accept(byte) for one byte after the other and returns the place of the first it refuses.
  template <class Accept>
  [[nodiscard, gnu::always_inline]] TextCursor skip_while(Accept&& accept) const noexcept {
    const std::byte* at = at_;
    while (at != end_ && accept(std::to_integer<unsigned>(*at))) ++at;
    return moved_to(at);
  }
  [[nodiscard, gnu::always_inline]] TextCursor end() const noexcept { return moved_to(end_); }

  // ahead compares once for `size` bytes, or more, which can then be loaded without a further comparison.
  template <std::size_t size>
  [[nodiscard, gnu::always_inline]] Ahead<size> ahead(Stride<size> stride = {}) const noexcept {
    return {*this, stride.distance(), stride.needed() <= remaining()};
  }

  // rest is the text from here on, to(later) the text before a later place in it.
  [[nodiscard, gnu::always_inline]] Bytes rest() const noexcept { return {at_, end_}; }
  [[nodiscard, gnu::always_inline]] Bytes to(TextCursor later) const noexcept { return {at_, later.at_}; }
  // later - earlier is the number of bytes between two places in one text.
  [[nodiscard, gnu::always_inline]] friend std::uint64_t operator-(TextCursor later, TextCursor earlier) noexcept {
    return static_cast<std::uint64_t>(later.at_ - earlier.at_);
  }
  [[nodiscard, gnu::always_inline]] friend bool operator==(TextCursor one, TextCursor other) noexcept {
    return one.at_ == other.at_;
  }

 private:
  template <std::size_t size>
  friend class Ahead;

  // Takes a copy: a cursor whose address is known does not stay in registers.
  [[nodiscard, gnu::noinline]] static std::uint64_t last_word(TextCursor at, std::uint64_t distance) noexcept {
    std::uint64_t word = 0;
    for (unsigned i = 0; distance < at.remaining(); ++i, ++distance)
      word |= std::uint64_t{at.peek(distance)} << (8 * i);
    return word;
  }

  [[nodiscard, gnu::always_inline]] TextCursor moved_to(const std::byte* at) const noexcept {
    TextCursor moved;
    moved.at_ = at;
    moved.end_ = end_;
    return moved;
  }

  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
};

// Ahead is the next `size` bytes of a text; false where there are fewer, and then nothing must be loaded from it.
template <std::size_t size>
class Ahead {
 public:
  [[nodiscard, gnu::always_inline]] explicit operator bool() const noexcept { return there_; }
  // load reads the little-endian integer that begins `offset` bytes ahead.
  template <class T, std::size_t offset = 0>
  [[nodiscard, gnu::always_inline]] T load() const noexcept {
    static_assert(offset + sizeof(T) <= size);
    return load_le<T>(from_.at_ + offset);
  }
  // at is where those bytes are, as a cursor; data as an address.
  [[nodiscard, gnu::always_inline]] TextCursor at() const noexcept { return from_; }
  [[nodiscard, gnu::always_inline]] const std::byte* data() const noexcept { return from_.at_; }
  // after returns the `rest` bytes after so many of them.
  template <std::size_t rest>
  [[nodiscard, gnu::always_inline]] Ahead<rest> after(std::size_t distance) const noexcept {
    static_assert(rest <= size);
    return {from_.moved_to(from_.at_ + (distance < size - rest ? distance : size - rest)), 0, there_};
  }
  // skip returns the cursor so many bytes on, at most `size`; behind, as far as the stride goes.
  [[nodiscard, gnu::always_inline]] TextCursor skip(std::size_t distance) const noexcept {
    return from_.moved_to(from_.at_ + (distance < size ? distance : size));
  }
  [[nodiscard, gnu::always_inline]] TextCursor behind() const noexcept { return from_.moved_to(from_.at_ + distance_); }

 private:
  friend class TextCursor;
  template <std::size_t other_size>
  friend class Ahead;
  [[gnu::always_inline]] Ahead(TextCursor from, std::uint64_t distance, bool there) noexcept
      : from_(from), distance_(distance), there_(there) {}

  TextCursor from_;
  std::uint64_t distance_;
  bool there_;
};

}  // namespace hallmark
