#include "core/sort_names.hpp"

#include <utility>

namespace hallmark {
namespace {

constexpr std::size_t few = 256;  // below this, counters cost more than they save

// Merges ever longer runs. Names may change while they are compared, as those of a mapped file do: then the order is
// wrong, but no place depends on it.
template <class Before>
void merge_sort(Slots slots, Slots other, const Before& before) noexcept {
  const Slots result = slots;
  for (std::size_t run = 1; run < slots.size(); run *= 2) {
    for (std::size_t at = 0; at < slots.size(); at += 2 * run) {
      const auto rest = slots.subspan(at);
      const auto one = rest.first(std::min(run, rest.size()));
      const auto two = rest.subspan(one.size(), std::min(run, rest.size() - one.size()));
      std::merge(one.begin(), one.end(), two.begin(), two.end(), other.subspan(at).begin(), before);
    }
    std::swap(slots, other);
  }
  if (slots.data() != result.data()) std::copy(slots.begin(), slots.end(), result.begin());
}

// Most comparisons end with four bytes of both names, which stand where the rank was. They come after what all names
// begin with.
void sort_by_name(Slots slots, Slots other, const Names& names) noexcept {
  const auto name = [&names](std::uint64_t slot) { return names.at(names.table, index_of(slot)); };
  const Bytes first = name(slots.front());
  std::size_t shared = first.size();
  for (const std::uint64_t slot : slots) shared = std::min(shared, common_prefix(first, name(slot)));
  for (std::uint64_t& slot : slots) {
    const Bytes rest = name(slot).subspan(shared);
    const std::uint64_t word = reversed(load_up_to_word(rest.data(), rest.size()));
    slot = slot_of(static_cast<std::uint32_t>(word >> 32), index_of(slot));
  }
  merge_sort(slots, other, [&name](std::uint64_t a, std::uint64_t b) {
    return rank_of(a) != rank_of(b) ? a < b : before(name(a), name(b));
  });
}

}  // namespace

void sort_by_rank(Slots slots, Slots other) noexcept {
  if (slots.size() < few) return std::sort(slots.begin(), slots.end());  // by index, which they have ascending
  constexpr std::size_t values = 256;
  const auto digit_of = [](std::uint64_t slot, unsigned pass) { return rank_of(slot) >> 8 * pass & (values - 1); };
  std::uint32_t places[4][values] = {};
  for (const std::uint64_t slot : slots) {
    for (unsigned pass = 0; pass < 4; ++pass) ++places[pass][digit_of(slot, pass)];
  }
  for (unsigned pass = 0; pass < 4; ++pass) {  // an even number brings them back to where they were
    std::uint32_t next = 0;
    for (std::uint32_t& place : places[pass]) next += std::exchange(place, next);
    for (const std::uint64_t slot : slots) other[places[pass][digit_of(slot, pass)]++] = slot;
    std::swap(slots, other);
  }
}

Slots RankedNames::next_same(const Names& names) noexcept {
  while (at_ < slots_.size()) {
    const std::size_t first = at_++;
    while (at_ < slots_.size() && rank_of(slots_[at_]) == rank_of(slots_[first])) ++at_;
    const std::size_t size = at_ - first;
    if (size == 1) [[likely]]
      continue;
    const Slots same = slots_.subspan(first, size);
    sort_by_name(same, other_.subspan(first, size), names);
    return same;
  }
  return {};
}

}  // namespace hallmark
