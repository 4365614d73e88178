// Names in order: sorted without comparing two of them, 7 bytes at a time, in linear time for each bit in which they
// differ. Nothing is allocated, and no input makes it quadratic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/words.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/scratch.hpp"

namespace hallmark {

// Names is a table of names behind a function, so that the sorting is compiled once.
struct Names {
  const void* table;
  Bytes (*at)(const void* table, std::uint32_t index);
};

// names_of makes Names of a function object, which must outlive them.
template <class NameAt>
[[nodiscard]] Names names_of(const NameAt& name_at) noexcept {
  return {&name_at,
          [](const void* table, std::uint32_t i) -> Bytes { return (*static_cast<const NameAt*>(table))(i); }};
}

// before says that a stands before b in the order of bytes.
[[nodiscard]] inline bool before(Bytes a, Bytes b) noexcept {
  const std::size_t common = std::min(a.size(), b.size());
  if (common < word_size) {
    for (std::size_t at = 0; at < common; ++at) {
      if (a[at] != b[at]) return a[at] < b[at];
    }
    return a.size() < b.size();
  }
  // The last word overlaps the one before, in bytes that are equal.
  const std::size_t last = common - word_size;
  for (std::size_t at = 0;; at = std::min(at + word_size, last)) {
    const auto one = load_le<std::uint64_t>(a.data() + at);
    const auto other = load_le<std::uint64_t>(b.data() + at);
    if (one != other) return reversed(one) < reversed(other);
    if (at == last) return a.size() < b.size();
  }
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

// sort_by_rank sorts slots by rank, in as many slots of work space.
void sort_by_rank(Slots slots, Slots other) noexcept;

// NameSort sorts slots by rank and name. A run is a range of slots whose names agree in everything compared so far. It
// waits with its size and depth in the keys beside its slots, so that neither recursion nor a stack is needed.
class NameSort {
 public:
  struct Run {
    std::size_t first = 0;
    std::size_t size = 0;
  };

  // `keys` are as many as slots.
  NameSort(Slots slots, Slots keys, const Names& names) noexcept;

  // next_same goes on to the next run of slots of one rank and one name, two at least, and gives it; one of size 0 when
  // all is sorted. Slots before its end may be overwritten.
  [[nodiscard]] Run next_same() noexcept;

 private:
  [[nodiscard]] bool next_rank() noexcept;
  [[nodiscard]] std::uint64_t key(std::size_t at, std::uint64_t depth) const noexcept;
  void wait(std::size_t at, std::size_t size, std::uint64_t depth) noexcept;
  void part(std::size_t first, std::size_t size, std::uint64_t depth) noexcept;

  Slots slots_;
  Slots keys_;
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
  NameSort sort(order, slots.subspan(order.size()), names_of(name_at));
  for (auto run = sort.next_same(); run.size != 0; run = sort.next_same()) {
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(run.first),
              order.begin() + static_cast<std::ptrdiff_t>(run.first + run.size));
  }
  std::transform(order.begin(), order.end(), indices.begin(), index_of);
  return indices;
}

}  // namespace hallmark
