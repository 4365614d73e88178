#include "core/unique_names.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/words.hpp"

namespace hallmark::unique_names {
namespace {

using Slots = std::span<std::uint64_t>;

constexpr std::size_t few = 256;        // below this, counters cost more than they save
constexpr std::size_t few_keys = 24;    // the same for sort_by_key
constexpr std::size_t many = 1U << 19;  // from here on, 20 bits tell too few names apart

std::uint32_t high(std::uint64_t slot) noexcept { return static_cast<std::uint32_t>(slot >> 32); }
std::uint32_t low(std::uint64_t slot) noexcept { return static_cast<std::uint32_t>(slot); }

void insert_sorted(Slots slots) noexcept {
  for (std::size_t i = 1; i < slots.size(); ++i) {
    const std::uint64_t slot = slots[i];
    std::size_t to = i;
    for (; to > 0 && slots[to - 1] > slot; --to) slots[to] = slots[to - 1];
    slots[to] = slot;
  }
}

// Sorts by the upper `width × passes` bits, and gives the one of both that the result is in: an even number of passes
// brings it back to where it started.
template <unsigned width, unsigned passes>
Slots sort_by_upper_bits(Slots slots, Slots other) noexcept {
  constexpr std::size_t values = std::size_t{1} << width;
  const auto digit_of = [](std::uint64_t slot, unsigned pass) {
    return slot >> (64 - width * (passes - pass)) & (values - 1);
  };
  std::uint32_t places[passes][values] = {};
  for (const std::uint64_t slot : slots) {
    for (unsigned pass = 0; pass < passes; ++pass) ++places[pass][digit_of(slot, pass)];
  }
  for (unsigned pass = 0; pass < passes; ++pass) {
    std::uint32_t next = 0;
    for (std::uint32_t& place : places[pass]) next += std::exchange(place, next);
    for (const std::uint64_t slot : slots) other[places[pass][digit_of(slot, pass)]++] = slot;
    std::swap(slots, other);
  }
  return slots;
}

// Sorts by all of the high half, whatever is in it, and in place.
void sort_by_high_half(Slots slots, Slots other) noexcept {
  if (slots.size() < few) return insert_sorted(slots);
  sort_by_upper_bits<8, 4>(slots, other);
}

// Sorts what is sorted but for a few, in place; gives up when there are too many.
bool repair(Slots slots) noexcept {
  std::size_t moves = 4 * slots.size();
  for (std::size_t i = 1; i < slots.size(); ++i) {
    const std::uint64_t slot = slots[i];
    if (slot >= slots[i - 1]) [[likely]]
      continue;
    std::size_t to = i;
    for (; to > 0 && slots[to - 1] > slot; --to) slots[to] = slots[to - 1];
    slots[to] = slot;
    if (i - to > moves) return false;
    moves -= i - to;
  }
  return true;
}

// Sorts by hashes, of which some bits tell nearly all apart, unless somebody has chosen the names.
Slots sort_by_hash(Slots slots, Slots other) noexcept {
  if (slots.size() < few) return insert_sorted(slots), slots;
  const Slots sorted =
      slots.size() < many ? sort_by_upper_bits<10, 2>(slots, other) : sort_by_upper_bits<9, 3>(slots, other);
  if (!repair(sorted)) sort_by_high_half(sorted, sorted.data() == slots.data() ? other : slots);
  return sorted;
}

// Sorts keys, and slots along with them, by halving on the highest bit in which keys differ: nothing to choose badly,
// and at most 64 halvings deep, which bounds the stack.
void sort_by_key(Slots keys, Slots slots) noexcept {
  struct Range {
    std::size_t first;
    std::size_t end;
  };
  Range waiting[64];
  std::size_t count = 0;
  for (Range range{0, keys.size()};; range = waiting[--count]) {
    while (range.end - range.first >= few_keys) {
      std::uint64_t all = ~std::uint64_t{0};
      std::uint64_t any = 0;
      for (std::size_t i = range.first; i < range.end; ++i) {
        all &= keys[i];
        any |= keys[i];
      }
      const std::uint64_t bit = std::bit_floor(all ^ any);
      if (bit == 0) break;
      std::size_t middle = range.first;  // keys without the bit go before it
      for (std::size_t i = range.first; i < range.end; ++i) {
        if ((keys[i] & bit) != 0) continue;
        std::swap(keys[i], keys[middle]);
        std::swap(slots[i], slots[middle]);
        ++middle;
      }
      waiting[count++] = {middle, range.end};
      range.end = middle;
    }
    if (range.end - range.first < few_keys) {
      for (std::size_t i = range.first + 1; i < range.end; ++i) {
        const std::uint64_t key = keys[i];
        const std::uint64_t slot = slots[i];
        std::size_t to = i;
        for (; to > range.first && keys[to - 1] > key; --to) {
          keys[to] = keys[to - 1];
          slots[to] = slots[to - 1];
        }
        keys[to] = key;
        slots[to] = slot;
      }
    }
    if (count == 0) return;
  }
}

// Groups tells apart names whose hashes are equal. A run is a stretch of slots whose names agree in everything looked
// at so far: `depth` 0 is nothing, 1 the length, then 8 bytes more each. A run waits with its size and depth in the
// keys beside its slots, so that neither recursion nor a stack is needed.
class Groups {
 public:
  Groups(Slots slots, Slots keys, const Names& names) noexcept : slots_(slots), keys_(keys), names_(names) {}

  // split separates slots [first, end), two at least, and records names that are the same.
  void split(std::size_t first, std::size_t end) noexcept {
    wait(first, end - first, 0);
    for (std::size_t at = first; at < end;) {
      const auto size = static_cast<std::size_t>(keys_[at]);
      if (size == 1) {
        ++at;
        continue;
      }
      const std::uint64_t depth = keys_[at + 1];
      if (depth > 0 && (depth - 1) * word_size >= name(at).size()) {
        record(at, size);
        at += size;
      } else {
        part(at, size, depth);
      }
    }
  }

  [[nodiscard]] Slots same() const noexcept { return slots_.first(found_); }

 private:
  [[nodiscard]] Bytes name(std::size_t at) const noexcept { return names_.at(names_.table, low(slots_[at])); }

  [[nodiscard]] std::uint64_t key(std::size_t at, std::uint64_t depth) const noexcept {
    const Bytes bytes = name(at);
    if (depth == 0) return bytes.size();
    const auto from = static_cast<std::size_t>((depth - 1) * word_size);
    return load_up_to_word(bytes.data() + from, bytes.size() - from);
  }

  void wait(std::size_t at, std::size_t size, std::uint64_t depth) noexcept {
    keys_[at] = size;
    if (size > 1) keys_[at + 1] = depth;
  }

  // Sorts one run by what stands at this depth, and leaves shorter runs that wait one deeper.
  void part(std::size_t first, std::size_t size, std::uint64_t depth) noexcept {
    const Slots keys = keys_.subspan(first, size);
    for (std::size_t i = 0; i < size; ++i) keys[i] = key(first + i, depth);
    sort_by_key(keys, slots_.subspan(first, size));
    for (std::size_t i = 0; i < size;) {
      std::size_t end = i + 1;
      while (end < size && keys[end] == keys[i]) ++end;
      wait(first + i, end - i, depth + 1);
      i = end;
    }
  }

  // Pairs go to the front of the slots. They never catch up with the run being read: it gives one pair fewer than it
  // has slots, and so did all before it.
  void record(std::size_t first, std::size_t size) noexcept {
    std::uint32_t earliest = UINT32_MAX;
    for (std::size_t i = first; i < first + size; ++i) earliest = std::min(earliest, low(slots_[i]));
    for (std::size_t i = first; i < first + size; ++i) {
      const std::uint32_t index = low(slots_[i]);
      if (index != earliest) slots_[found_++] = std::uint64_t{index} << 32 | earliest;
    }
  }

  Slots slots_;
  Slots keys_;
  Names names_;
  std::size_t found_ = 0;
};

}  // namespace

std::uint32_t hash(Bytes name) noexcept {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  std::uint64_t value = name.size() * factor;
  const auto mix = [&value](std::uint64_t word) {
    value = (value ^ word) * factor;
    value ^= value >> 29;
  };
  std::size_t at = 0;
  for (; name.size() - at > word_size; at += word_size) mix(load_le<std::uint64_t>(name.data() + at));
  if (name.size() >= word_size) {
    mix(load_le<std::uint64_t>(name.data() + name.size() - word_size));  // overlaps the word before
  } else {
    mix(load_up_to_word(name.data(), name.size()));
  }
  return high(value * factor);
}

bool before(Bytes a, Bytes b) noexcept {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
  return order != 0 ? order < 0 : a.size() < b.size();
}

SameNames find_same(std::span<std::uint64_t> slots, const Names& names) noexcept {
  const Slots front = slots.first(slots.size() / 2);
  const Slots back = slots.subspan(front.size(), front.size());
  const Slots entries = sort_by_hash(front, back);
  const Slots other = entries.data() == front.data() ? back : front;
  Groups groups(entries, other, names);
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::uint32_t shared = high(entries[i]);
    if (high(entries[i - 1]) != shared) [[likely]]
      continue;
    const std::size_t first = i - 1;
    while (i < entries.size() && high(entries[i]) == shared) ++i;
    groups.split(first, i);
  }
  const Slots same = groups.same();
  sort_by_high_half(same, other.first(same.size()));
  return SameNames(same);
}

}  // namespace hallmark::unique_names
