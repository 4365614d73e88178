#include "core/unique_names.hpp"

namespace hallmark::unique_names {

// Pairs go to the front of the slots. They never catch up with the names that were looked at last: of several that are
// the same there is one pair fewer.
SameNames find_same_among(Slots slots, const Names& names) noexcept {
  const std::size_t count = slots.size() / 2;
  const Slots entries = slots.first(count);
  const Slots other = slots.subspan(count, count);
  const auto name = [&names](std::uint32_t index) { return as_text(names.at(names.table, index)); };
  RankedNames ranked(entries, other);
  std::size_t found = 0;
  for (Slots same = ranked.next_same(names); !same.empty(); same = ranked.next_same(names)) {
    std::uint32_t earliest = index_of(same.front());
    for (const std::uint64_t slot : same.subspan(1)) {
      const std::uint32_t index = index_of(slot);
      if (name(index) != name(earliest)) {
        earliest = index;
      } else {
        entries[found++] = slot_of(index, earliest);
      }
    }
  }
  sort_by_rank(entries.first(found), other.first(found));
  return SameNames(entries.first(found));
}

}  // namespace hallmark::unique_names
