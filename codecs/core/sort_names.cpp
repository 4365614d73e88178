#include "core/sort_names.hpp"

#include <bit>
#include <utility>

namespace hallmark {
namespace {

constexpr std::size_t few = 256;      // below this, counters cost more than they save
constexpr std::size_t few_keys = 24;  // the same for sort_by_key

void insert_sorted(Slots slots) noexcept {
  for (std::size_t i = 1; i < slots.size(); ++i) {
    const std::uint64_t slot = slots[i];
    std::size_t to = i;
    for (; to > 0 && slots[to - 1] > slot; --to) slots[to] = slots[to - 1];
    slots[to] = slot;
  }
}

// Sorts few keys, and slots along with them.
void insert_by_key(Slots keys, Slots slots) noexcept {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    const std::uint64_t slot = slots[i];
    std::size_t to = i;
    for (; to > 0 && keys[to - 1] > key; --to) {
      keys[to] = keys[to - 1];
      slots[to] = slots[to - 1];
    }
    keys[to] = key;
    slots[to] = slot;
  }
}

// The highest bit in which keys differ; 0 when all are equal.
std::uint64_t highest_difference(Slots keys) noexcept {
  std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t any = 0;
  for (const std::uint64_t key : keys) {
    all &= key;
    any |= key;
  }
  return std::bit_floor(all ^ any);
}

// Moves keys without `bit` to the front, and slots along with them; gives how many there are. No branch depends on the
// keys: those with the bit only change places among themselves.
std::size_t part_by_bit(Slots keys, Slots slots, std::uint64_t bit) noexcept {
  std::size_t without = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    const std::uint64_t slot = slots[i];
    keys[i] = keys[without];
    slots[i] = slots[without];
    keys[without] = key;
    slots[without] = slot;
    without += (key & bit) == 0 ? 1 : 0;
  }
  return without;
}

// Sorts keys, and slots along with them, by halving on the highest bit in which keys differ: no input makes it
// quadratic, and it is at most 64 halvings deep, which bounds the stack.
void sort_by_key(Slots keys, Slots slots) noexcept {
  struct Range {
    std::size_t first;
    std::size_t size;
  };
  Range waiting[64];
  std::size_t count = 0;
  for (Range range{0, keys.size()};; range = waiting[--count]) {
    while (range.size >= few_keys) {
      const Slots part = keys.subspan(range.first, range.size);
      const std::uint64_t bit = highest_difference(part);
      if (bit == 0) break;
      const std::size_t without = part_by_bit(part, slots.subspan(range.first, range.size), bit);
      waiting[count++] = {range.first + without, range.size - without};
      range.size = without;
    }
    if (range.size < few_keys) {
      insert_by_key(keys.subspan(range.first, range.size), slots.subspan(range.first, range.size));
    }
    if (count == 0) return;
  }
}

// A key holds this many bytes of a name and, in its lowest byte, how many of the name there are, up to one more.
constexpr std::size_t key_bytes = word_size - 1;

// Names whose keys are equal end in them, or go on behind them.
bool is_last_key(std::uint64_t key) noexcept { return (key & 0xff) <= key_bytes; }

constexpr std::uint64_t all_compared = UINT64_MAX;  // the depth at which all has been compared

}  // namespace

void sort_by_rank(Slots slots, Slots other) noexcept {
  if (slots.size() < few) return insert_sorted(slots);
  if (highest_difference(slots) <= UINT32_MAX) return;
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

NameSort::NameSort(Slots slots, Slots keys, const Names& names) noexcept : slots_(slots), keys_(keys), names_(names) {
  sort_by_rank(slots, keys);
}

NameSort::Run NameSort::next_same() noexcept {
  for (;;) {
    if (at_ == end_ && !next_rank()) return {};
    const auto size = static_cast<std::size_t>(keys_[at_]);
    if (size == 1) {
      ++at_;
      continue;
    }
    const std::uint64_t depth = keys_[at_ + 1];
    if (depth == all_compared) return {std::exchange(at_, at_ + size), size};
    part(at_, size, depth);
  }
}

// Goes on to the next rank that two slots or more have.
bool NameSort::next_rank() noexcept {
  const std::size_t count = slots_.size();
  for (std::size_t i = end_ + 1; i < count; ++i) {
    const std::uint32_t rank = rank_of(slots_[i]);
    if (rank_of(slots_[i - 1]) != rank) [[likely]]
      continue;
    at_ = i - 1;
    while (i < count && rank_of(slots_[i]) == rank) ++i;
    end_ = i;
    wait(at_, end_ - at_, 0);
    return true;
  }
  at_ = end_ = count;
  return false;
}

std::uint64_t NameSort::key(std::size_t at, std::uint64_t depth) const noexcept {
  const Bytes name = names_.at(names_.table, index_of(slots_[at]));
  const Bytes rest = name.subspan(static_cast<std::size_t>(depth));
  const std::uint64_t word = load_up_to_word(rest.data(), rest.size());
  return (reversed(word) & ~std::uint64_t{0xff}) | std::min(rest.size(), word_size);
}

void NameSort::wait(std::size_t at, std::size_t size, std::uint64_t depth) noexcept {
  keys_[at] = size;
  if (size > 1) keys_[at + 1] = depth;
}

// Sorts one run by its keys at this depth, and leaves shorter runs that wait deeper.
void NameSort::part(std::size_t first, std::size_t size, std::uint64_t depth) noexcept {
  const Slots keys = keys_.subspan(first, size);
  for (std::size_t i = 0; i < size; ++i) keys[i] = key(first + i, depth);
  sort_by_key(keys, slots_.subspan(first, size));
  for (std::size_t i = 0; i < size;) {
    std::size_t end = i + 1;
    while (end < size && keys[end] == keys[i]) ++end;
    wait(first + i, end - i, is_last_key(keys[i]) ? all_compared : depth + key_bytes);
    i = end;
  }
}

}  // namespace hallmark
