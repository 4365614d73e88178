// SPDX-License-Identifier: Apache-2.0
// Names in order: by a rank in linear time, and those of one rank by their bytes. Nothing is allocated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/words.hpp"
#include "hallmark/core/name_index.hpp"

namespace hallmark {

// common_prefix gives how many bytes two names begin with that are the same.
[[nodiscard]] inline std::size_t common_prefix(Bytes a, Bytes b) noexcept {
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t at = 0;
  for (; size - at >= word_size; at += word_size) {
    const std::uint64_t difference = load_le<std::uint64_t>(a.data() + at) ^ load_le<std::uint64_t>(b.data() + at);
    if (difference != 0) return at + first_marked(difference);
  }
  if (size >= word_size) {  // the last word of the shorter one, of which some bytes were compared before
    at = size - word_size;
    return at + first_marked(load_le<std::uint64_t>(a.data() + at) ^ load_le<std::uint64_t>(b.data() + at));
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

// before says that a stands before b in the order of bytes.
[[nodiscard]] inline bool before(Bytes a, Bytes b) noexcept {
  const std::size_t at = common_prefix(a, b);
  return at == a.size() || at == b.size() ? a.size() < b.size() : a[at] < b[at];
}

// A slot is (rank << 32 | index): names are sorted among those of one rank.
using Slots = std::span<std::uint64_t>;
[[nodiscard]] constexpr std::uint64_t slot_of(std::uint32_t rank, std::uint32_t index) noexcept {
  return std::uint64_t{rank} << 32 | index;
}
[[nodiscard]] constexpr std::uint32_t rank_of(std::uint64_t slot) noexcept {
  return static_cast<std::uint32_t>(slot >> 32);
}
[[nodiscard]] constexpr std::uint32_t index_of(std::uint64_t slot) noexcept { return static_cast<std::uint32_t>(slot); }

// sort_by_rank sorts slots by rank, in as many slots of work space; those of one rank stay as they are.
void sort_by_rank(Slots slots, Slots other) noexcept;

// RankedNames sorts slots by rank at once, and by name as it is asked: three bytes at a time, after what a run of slots
// has in common. Each byte of a name is looked at once, so no input makes it quadratic. A run is slots that agree in
// all that was compared so far; it waits with its size and depth in the work space beside it, so nothing recurses.
class RankedNames {
 public:
  // `work` is as many slots to work in.
  RankedNames(Slots slots, Slots work, const Names& names) noexcept : slots_(slots), work_(work), names_(names) {
    sort_by_rank(slots, work);
  }

  // next_same gives the next slots of one rank and one name, two at least, as they were among themselves. Their ranks
  // are lost. It is empty when all is sorted. Slots before its end may be overwritten.
  [[nodiscard]] Slots next_same() noexcept;

 private:
  [[nodiscard]] bool next_rank() noexcept;
  [[nodiscard]] Bytes rest_of(std::uint64_t slot, std::uint64_t depth) const noexcept;
  void wait(std::size_t at, std::size_t size, std::uint64_t depth) noexcept;
  void part(std::size_t at, std::size_t size, std::uint64_t depth) noexcept;

  Slots slots_;
  Slots work_;
  Names names_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  // of the rank at hand
};

// sorted_names_scratch gives the bytes that sorted_names takes. It borrows 16 more for each name, and alignment.
[[nodiscard]] constexpr std::uint64_t sorted_names_scratch(std::uint64_t count) noexcept {
  return count * sizeof(std::uint32_t) + alignof(std::uint64_t);
}

// sorted_names gives 0, 1, … count - 1 in the order of rank_at(index), then of name_at(index), then of index; an empty
// span where the scratch does not suffice. What it borrows is free again afterwards.
template <class NameAt, class RankAt>
[[nodiscard]] std::span<const std::uint32_t> sorted_names(std::uint64_t count, Scratch& scratch, const NameAt& name_at,
                                                          const RankAt& rank_at) noexcept {
  const std::span<std::uint32_t> indices = scratch.room<std::uint32_t>(count);
  std::uint32_t ascending = 0;
  for (; ascending < indices.size(); ++ascending) {
    indices[ascending] = ascending;
    if (ascending == 0) continue;
    const std::uint32_t last = rank_at(ascending - 1);
    const std::uint32_t rank = rank_at(ascending);
    if (last > rank || (last == rank && before(name_at(ascending), name_at(ascending - 1)))) break;
  }
  if (ascending == indices.size()) return indices;
  Scratch borrowed = scratch;
  const Slots slots = borrowed.room<std::uint64_t>(2 * count);
  if (slots.empty()) return {};
  const Slots order = slots.first(indices.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = slot_of(rank_at(i), i);
  RankedNames ranked(order, slots.subspan(order.size()), names_of(name_at));
  while (!ranked.next_same().empty()) {
  }
  std::transform(order.begin(), order.end(), indices.begin(), index_of);
  return indices;
}

}  // namespace hallmark
