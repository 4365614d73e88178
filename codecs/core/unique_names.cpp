#include "core/unique_names.hpp"

#include <algorithm>
#include <bit>

#include "core/words.hpp"

namespace hallmark::unique_names {
namespace {

constexpr std::size_t bucket_size = 8192;  // names: fewer buckets would not fit into a cache, more not into a TLB
constexpr std::size_t most_words = 4096;   // of a bitmap: 32 bits for each of them

}  // namespace

Sieve::Sieve(std::span<std::uint64_t> slots) noexcept : slots_(slots) {
  const std::size_t names = slots.size() / 2;
  buckets_ = names < 4 * bucket_size ? 1 : static_cast<std::uint32_t>(std::min(names / bucket_size, most_buckets));
  words_ = std::min(std::bit_floor(names / 2), most_words);
  room_ = static_cast<std::uint32_t>((slots.size() - 2 * words_) / buckets_);
  std::fill_n(sizes_, buckets_, 0);
}

std::size_t Sieve::shared() noexcept {
  std::size_t kept = 0;
  for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
    kept = keep_shared(slots_.subspan(bucket * room_, sizes_[bucket]), kept);
  }
  return kept;
}

// The lower bits of a hash choose the bit: the upper ones chose the bucket. What is kept goes where slots were that
// have been looked at.
std::size_t Sieve::keep_shared(std::span<const std::uint64_t> bucket, std::size_t kept) noexcept {
  const Slots bitmaps = slots_.last(2 * words_);
  const Slots once = bitmaps.first(words_);
  const Slots twice = bitmaps.last(words_);
  std::fill(bitmaps.begin(), bitmaps.end(), 0);
  const auto word_of = [mask = words_ - 1](std::uint64_t slot) { return rank_of(slot) / 64 & mask; };
  const auto bit_of = [](std::uint64_t slot) { return std::uint64_t{1} << (rank_of(slot) % 64); };
  bool any = false;
  for (const std::uint64_t slot : bucket) {
    std::uint64_t& seen = once[word_of(slot)];
    const std::uint64_t bit = bit_of(slot);
    if ((seen & bit) != 0) [[unlikely]] {
      twice[word_of(slot)] |= bit;
      any = true;
    }
    seen |= bit;
  }
  if (!any) return kept;
  const Slots front = slots_;
  for (const std::uint64_t slot : bucket) {
    front[kept] = slot;
    kept += (twice[word_of(slot)] & bit_of(slot)) != 0 ? 1 : 0;
  }
  return kept;
}

// Pairs go to the front of the slots. They never catch up with the run that was found last: it gives one pair fewer
// than it has slots, and so did all before it.
SameNames find_same_among(Slots slots, std::size_t count, const Names& names) noexcept {
  const Slots entries = slots.first(count);
  const Slots other = slots.subspan(count, count);
  std::size_t found = 0;
  NameSort sort(entries, other, names);
  for (auto run = sort.next_same(); run.size != 0; run = sort.next_same()) {
    const Slots same = entries.subspan(run.first, run.size);
    std::uint32_t earliest = UINT32_MAX;
    for (const std::uint64_t slot : same) earliest = std::min(earliest, index_of(slot));
    for (const std::uint64_t slot : same) {
      const std::uint32_t index = index_of(slot);
      if (index != earliest) entries[found++] = slot_of(index, earliest);
    }
  }
  sort_by_rank(entries.first(found), other.first(found));
  return SameNames(entries.first(found));
}

}  // namespace hallmark::unique_names
