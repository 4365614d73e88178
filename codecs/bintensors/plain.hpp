// Plain tensors: names of ASCII without NUL, at most 250 bytes long, and numbers that are in order, which is what
// nearly every file has alone. A function returns a cursor over no text where something is not plain or breaks a rule:
// the complete reader then begins at the same byte.
#pragma once

#include "bintensors/walk.hpp"
#include "core/cursor.hpp"
#include "core/words.hpp"

namespace hallmark::bintensors {

// plain_varint tells the forms apart by branches: those of offsets can be foreseen, and where the next number begins is
// then known before this one is loaded.
[[gnu::always_inline]] inline TextCursor plain_varint(TextCursor at, std::uint64_t& value) noexcept {
  const auto field = at.ahead<sizeof(std::uint64_t) + 1>();
  if (!field) return {};
  const auto first = field.load<std::uint8_t>();
  value = first;
  if (first <= largest_byte) [[likely]]
    return field.skip(1);
  if (first == mark_u32) [[likely]] {
    value = field.load<std::uint32_t, 1>();
    return value > UINT16_MAX ? field.skip(5) : TextCursor();
  }
  if (first == mark_u64) {
    value = field.load<std::uint64_t, 1>();
    return value > UINT32_MAX ? field.skip(9) : TextCursor();
  }
  if (first != mark_u16) return {};
  value = field.load<std::uint16_t, 1>();
  return value > largest_byte ? field.skip(3) : TextCursor();
}

// plain_index is plain_varint for numbers in no order, whose forms cannot be foreseen.
[[gnu::always_inline]] inline TextCursor plain_index(TextCursor at, std::uint64_t& value) noexcept {
  const auto field = at.ahead<sizeof(std::uint64_t) + 1>();
  if (!field) return {};
  const auto first = field.load<std::uint8_t>();
  if (first < mark_u16 || first > mark_u64) return plain_varint(at, value);
  const unsigned form = first - mark_u16;
  const unsigned size = 2U << form;
  value = field.load<std::uint64_t, 1>() & UINT64_MAX >> (64 - 8 * size);
  return value >= smallest_of_form[form] ? field.skip(1 + size) : TextCursor();
}

[[gnu::always_inline]] inline TextCursor plain_name(TextCursor at, std::uint32_t& size) noexcept {
  const unsigned length = at.peek();
  if (length == 0 || length > largest_byte) return {};
  size = length;
  at = at.next();
  std::uint64_t marks = 0;
  std::size_t left = length;
  for (; left > word_size; left -= word_size) {
    const auto word = at.ahead<word_size>();
    if (!word) return {};
    marks |= mark_not_plain(word.load<std::uint64_t>());
    at = word.skip(word_size);
  }
  const auto last = at.ahead<word_size>();
  if (!last) return {};
  const std::uint64_t mask = UINT64_MAX >> (64 - 8 * left);
  marks |= mark_not_plain((last.load<std::uint64_t>() & mask) | (repeated(1) & ~mask));
  return marks == 0 ? last.skip(left) : TextCursor();
}

[[gnu::always_inline]] inline TextCursor plain_info(TextCursor at, std::uint32_t max_rank, Claim& claim) noexcept {
  const unsigned dtype = at.peek();
  const unsigned rank = at.peek(1);
  if (dtype > 14 || rank > largest_byte || rank > max_rank) return {};
  claim.dtype = dtype;
  at = at.skip(2);
  for (unsigned axis = 0; axis < rank && at; ++axis) {
    std::uint64_t dimension = 0;
    at = plain_varint(at, dimension);
    claim.count.dimension(dimension);
  }
  return plain_varint(plain_varint(at, claim.begin), claim.end);
}

}  // namespace hallmark::bintensors
