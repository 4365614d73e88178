// SPDX-License-Identifier: Apache-2.0
#include "core/sort_names.hpp"

#include <utility>

namespace hallmark {
namespace {

constexpr std::size_t few = 256;  // below this, counters cost more than they save

// A rank holds this many bytes of a name and, in its lowest byte, how many of the name there are, up to one more.
constexpr std::size_t rank_bytes = 3;

constexpr std::uint64_t all_compared = UINT64_MAX;  // the depth at which all has been compared

bool same_rank(std::uint64_t one, std::uint64_t other) noexcept { return rank_of(one) == rank_of(other); }

// Sorts by one byte of the ranks, and leaves those of one as they are. Its place is a constant: two shifts fewer a
// slot.
template <unsigned shift>
void sort_by_byte(Slots slots, Slots sorted) noexcept {
  const auto byte_of = [](std::uint64_t slot) { return slot >> shift & 0xff; };
  std::uint32_t places[256] = {};
  for (const std::uint64_t slot : slots) ++places[byte_of(slot)];
  std::uint32_t next = 0;
  for (std::uint32_t& place : places) next += std::exchange(place, next);
  for (const std::uint64_t slot : slots) sorted[places[byte_of(slot)]++] = slot;
}

}  // namespace

void sort_by_rank(Slots slots, Slots other) noexcept {
  if (slots.size() < few) return std::sort(slots.begin(), slots.end());  // by index, which they have ascending
  sort_by_byte<32>(slots, other);
  sort_by_byte<40>(other, slots);
  sort_by_byte<48>(slots, other);
  sort_by_byte<56>(other, slots);
}

Slots RankedNames::next_same() noexcept {
  while (at_ != end_ || next_rank()) {
    const auto size = static_cast<std::size_t>(work_[at_]);
    if (size == 1) {
      ++at_;
    } else if (const std::uint64_t depth = work_[at_ + 1]; depth != all_compared) {
      part(at_, size, depth);
    } else {
      return slots_.subspan(std::exchange(at_, at_ + size), size);
    }
  }
  return {};
}

// Goes on to the next rank that two slots or more have.
bool RankedNames::next_rank() noexcept {
  const std::size_t count = slots_.size();
  for (std::size_t i = end_ + 1; i < count; ++i) {
    if (!same_rank(slots_[i - 1], slots_[i])) [[likely]]
      continue;
    at_ = i - 1;
    while (i < count && same_rank(slots_[at_], slots_[i])) ++i;
    end_ = i;
    wait(at_, end_ - at_, 0);
    return true;
  }
  at_ = end_ = count;
  return false;
}

// What follows the first bytes of a name, which may have become shorter since they were compared.
Bytes RankedNames::rest_of(std::uint64_t slot, std::uint64_t depth) const noexcept {
  const Bytes name = names_.at(names_.table, index_of(slot));
  return name.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(depth, name.size())));
}

void RankedNames::wait(std::size_t at, std::size_t size, std::uint64_t depth) noexcept {
  work_[at] = size;
  if (size > 1) work_[at + 1] = depth;
}

// Sorts one run by what its names have at this depth, and leaves shorter runs that wait deeper.
void RankedNames::part(std::size_t at, std::size_t size, std::uint64_t depth) noexcept {
  const Slots run = slots_.subspan(at, size);
  const Bytes first = rest_of(run.front(), depth);
  std::size_t shared = first.size();
  for (const std::uint64_t slot : run.subspan(1)) shared = std::min(shared, common_prefix(first, rest_of(slot, depth)));
  depth += shared;
  for (std::uint64_t& slot : run) {
    const Bytes rest = rest_of(slot, depth);
    const std::uint64_t bytes = reversed(load_up_to_word(rest.data(), rest.size())) >> 40;
    const std::uint64_t count = std::min(rest.size(), rank_bytes + 1);
    slot = slot_of(static_cast<std::uint32_t>(bytes << 8 | count), index_of(slot));
  }
  sort_by_rank(run, work_.subspan(at, size));
  for (std::size_t i = 0; i < size;) {
    std::size_t end = i + 1;
    while (end < size && same_rank(run[end], run[i])) ++end;
    const bool ended = (rank_of(run[i]) & 0xff) <= rank_bytes;
    wait(at + i, end - i, ended ? all_compared : depth + rank_bytes);
    i = end;
  }
}

std::span<const std::uint32_t> sorted_names(std::uint64_t count, const Names& names, Scratch& scratch) noexcept {
  const auto name_at = [&names](std::uint32_t i) { return names.at(names.table, i); };
  return sorted_names(count, scratch, name_at, [](std::uint32_t) { return 0U; });
}

}  // namespace hallmark
