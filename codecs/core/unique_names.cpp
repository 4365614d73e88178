// SPDX-License-Identifier: Apache-2.0
#include "core/unique_names.hpp"

namespace hallmark::unique_names {

// Pairs go to the front of the slots. They never catch up with the names that were looked at last: of several that are
// the same there is one pair fewer.
SameNames find_same_among(Slots slots, const Names& names) noexcept {
  const std::size_t count = slots.size() / 2;
  const Slots entries = slots.first(count);
  const Slots other = slots.subspan(count, count);
  RankedNames ranked(entries, other, names);
  std::size_t found = 0;
  for (Slots same = ranked.next_same(); !same.empty(); same = ranked.next_same()) {
    const std::uint32_t earliest = index_of(same.front());
    for (const std::uint64_t slot : same.subspan(1)) entries[found++] = slot_of(index_of(slot), earliest);
  }
  sort_by_rank(entries.first(found), other.first(found));
  return SameNames(entries.first(found));
}

}  // namespace hallmark::unique_names
