// Plain tensors: names of ASCII without NUL, at most 250 bytes long, and numbers that are in order, which is what
// nearly every file has alone.
#pragma once

#include "bintensors/walk.hpp"
#include "core/cursor.hpp"
#include "core/words.hpp"

namespace hallmark::bintensors {

// has_plain_bytes says that no byte is 0 or other than ASCII. The last word overlaps the one before.
[[nodiscard, gnu::always_inline]] inline bool has_plain_bytes(Bytes text) noexcept {
  const std::byte* const data = text.data();
  const std::size_t size = text.size();
  std::uint64_t marks = 0;
  if (size >= word_size) [[likely]] {
    const std::size_t last = size - word_size;
    for (std::size_t at = 0; at < last; at += word_size) marks |= mark_not_plain(load_le<std::uint64_t>(data + at));
    return (marks | mark_not_plain(load_le<std::uint64_t>(data + last))) == 0;
  }
  if (size >= word_size / 2) return mark_not_plain(load_halves(data, size)) == 0;
  for (const std::byte byte : text) marks |= mark_not_plain(std::to_integer<std::uint64_t>(byte) | repeated(1) << 8);
  return marks == 0;
}

// PlainReader goes on behind something that is not plain or breaks a rule, but is false from then on, and what it read
// must not be used: the complete reader then begins at the same byte. So the place of the next field waits for no
// check.
class PlainReader {
 public:
  explicit PlainReader(Bytes left) noexcept : at_(left) {}

  [[nodiscard]] explicit operator bool() const noexcept { return plain_; }
  [[nodiscard]] TextCursor at() const noexcept { return at_; }

  // number tells the forms apart by branches: those of offsets can be foreseen, and where the next number begins is
  // then known before this one is loaded.
  [[gnu::always_inline]] std::uint64_t number() noexcept {
    const auto field = at_.ahead<sizeof(std::uint64_t) + 1>();
    if (!field) [[unlikely]] {  // of the last numbers of a record, one byte is
      const unsigned byte = at_.peek();
      plain_ = plain_ && byte <= largest_byte;
      at_ = at_.next();
      return byte;
    }
    const auto first = field.load<std::uint8_t>();
    if (first <= largest_byte) [[likely]] {
      at_ = field.skip(1);
      return first;
    }
    std::uint64_t value = 0;
    if (first == mark_u32) [[likely]] {
      value = field.load<std::uint32_t, 1>();
      plain_ = plain_ && value > UINT16_MAX;
      at_ = field.skip(5);
    } else if (first == mark_u64) {
      value = field.load<std::uint64_t, 1>();
      plain_ = plain_ && value > UINT32_MAX;
      at_ = field.skip(9);
    } else {
      value = field.load<std::uint16_t, 1>();
      plain_ = plain_ && value > largest_byte && first == mark_u16;
      at_ = field.skip(3);
    }
    return value;
  }

  // index is number for those in no order, whose forms cannot be foreseen.
  [[gnu::always_inline]] std::uint64_t index() noexcept {
    const auto field = at_.ahead<sizeof(std::uint64_t) + 1>();
    if (!field) [[unlikely]]
      return number();
    const auto first = field.load<std::uint8_t>();
    if (first < mark_u16 || first > mark_u64) return number();
    const unsigned form = first - mark_u16;
    const unsigned size = 2U << form;
    const std::uint64_t value = field.load<std::uint64_t, 1>() & UINT64_MAX >> (64 - 8 * size);
    plain_ = plain_ && value >= smallest_of_form[form];
    at_ = field.skip(1 + size);
    return value;
  }

  // name gives the length of one.
  [[gnu::always_inline]] std::uint32_t name() noexcept {
    const Bytes rest = at_.rest();
    const unsigned length = at_.peek();
    const auto whole = at_.ahead<1>(Stride<1>(std::uint64_t{1} + length));
    if (length - 1 >= largest_byte || !whole) [[unlikely]] {
      plain_ = false;
      return 0;
    }
    plain_ = plain_ && has_plain_bytes(rest.subspan(1, length));
    at_ = whole.behind();
    return length;
  }

  [[gnu::always_inline]] void info(std::uint32_t max_rank, Claim& claim) noexcept {
    const auto start = at_.ahead<2>();
    if (!start) [[unlikely]] {
      plain_ = false;
      return;
    }
    claim.dtype = start.load<std::uint8_t>();
    const unsigned rank = start.load<std::uint8_t, 1>();
    if (claim.dtype > 14 || rank > largest_byte || rank > max_rank) [[unlikely]] {
      plain_ = false;
      return;
    }
    at_ = start.skip(2);
    for (unsigned axis = 0; axis < rank; ++axis) claim.count.dimension(number());
    claim.begin = number();
    claim.end = number();
  }

 private:
  TextCursor at_;
  bool plain_ = true;
};

}  // namespace hallmark::bintensors
