// SPDX-License-Identifier: Apache-2.0
// Unique names: which names of a table are duplicates.
//
// No hash table and nothing to flood: a table in strictly ascending order is passed in one look. Any other is sorted by
// hash in linear time, and names whose hashes are equal by their bytes. Names made to share one hash reach only that
// last sort.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "core/sort_names.hpp"
#include "core/words.hpp"

namespace hallmark {

// max_names is the longest table that find_same_names judges: an index takes 32 bits.
inline constexpr std::uint64_t max_names = UINT32_MAX;

// unique_names_scratch gives the bytes of scratch that find_same_names may take: 16 for each name, and alignment.
// The caller has checked that the input is long enough for `count` names.
[[nodiscard]] constexpr std::uint64_t unique_names_scratch(std::uint64_t count) noexcept {
  return count < 2 || count > max_names ? 0 : 16 * count + alignof(std::uint64_t) - 1;
}

// table_scratch gives the bytes of scratch that a table may take, alignment included.
[[nodiscard]] constexpr std::uint64_t table_scratch(std::uint64_t count, std::uint64_t size) noexcept {
  return count == 0 ? 0 : count * size + alignof(std::uint64_t);
}

// SameNames lists every duplicate, in ascending order of `later`. It lies in the scratch.
class SameNames {
 public:
  struct Pair {
    std::uint32_t later;    // index of a duplicate
    std::uint32_t earlier;  // index of the first name with the same bytes
  };

  SameNames() noexcept = default;
  explicit SameNames(std::span<const std::uint64_t> packed) noexcept : packed_(packed) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return packed_.size(); }
  [[nodiscard]] Pair operator[](std::uint64_t index) const noexcept {
    const std::uint64_t pair = packed_[static_cast<std::size_t>(index)];
    return {static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)};
  }

 private:
  std::span<const std::uint64_t> packed_;  // later in the high half, so that sorting numbers sorts pairs
};

namespace unique_names {

// hash promises only that equal names get equal hashes; it does not resist attacks.
// Two lanes of multiplications, so that one need not wait for the other. The last words overlap those before.
[[gnu::always_inline]] inline std::uint32_t hash(Bytes name) noexcept {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  const auto mix = [](std::uint64_t value, std::uint64_t word) { return std::rotl((value ^ word) * factor, 32); };
  const std::size_t size = name.size();
  const std::byte* at = name.data();
  std::uint64_t one = size * factor;
  std::uint64_t other = factor;
  if (size >= 2 * word_size) {
    const std::byte* const last = at + (size - 2 * word_size);
    for (; last - at > 0; at += 2 * word_size) {
      one = mix(one, load_le<std::uint64_t>(at));
      other = mix(other, load_le<std::uint64_t>(at + word_size));
    }
    one = mix(one, load_le<std::uint64_t>(last));
    other = mix(other, load_le<std::uint64_t>(last + word_size));
  } else if (size >= word_size) {
    one = mix(one, load_le<std::uint64_t>(at));
    other = mix(other, load_le<std::uint64_t>(at + size - word_size));
  } else {
    one = mix(one, size >= word_size / 2 ? load_halves(at, size) : load_up_to_word(at, size));
  }
  return static_cast<std::uint32_t>((one ^ other) * factor >> 32);
}

// find_same_among finds the same names among those of the first half of the slots, whose ranks are hashes. The other
// half is work space.
[[nodiscard]] SameNames find_same_among(Slots slots, const Names& names) noexcept;

// find_same finds them in all of a table, in two slots for each name.
template <class HashAt>
[[nodiscard]] SameNames find_same(Slots slots, const Names& names, const HashAt& hash_at) noexcept {
  for (std::uint32_t i = 0; i < slots.size() / 2; ++i) slots[i] = slot_of(hash_at(i), i);
  return find_same_among(slots, names);
}

}  // namespace unique_names

// find_same_names finds the duplicates among name_at(0) … name_at(count - 1), which must give the
// same Bytes each time. Nothing comes back when there are more than max_names or the scratch is smaller than
// unique_names_scratch(count): the names are then not judged, which is not the same as unique.
template <class NameAt>
  requires std::is_invocable_r_v<Bytes, const NameAt&, std::uint32_t>
[[nodiscard]] std::optional<SameNames> find_same_names(std::uint64_t count, const NameAt& name_at,
                                                       Scratch& scratch) noexcept {
  if (count < 2) return SameNames();
  if (count > max_names) return std::nullopt;
  const auto size = static_cast<std::uint32_t>(count);
  std::uint32_t ascending = 1;
  for (Bytes last = name_at(std::uint32_t{0}); ascending < size; ++ascending) {
    const Bytes name = name_at(ascending);
    if (!before(last, name)) break;
    last = name;
  }
  if (ascending == size) return SameNames();

  const auto slots = scratch.room<std::uint64_t>(2 * count);
  if (slots.empty()) return std::nullopt;
  const auto hash_at = [&name_at](std::uint32_t index) { return unique_names::hash(name_at(index)); };
  return unique_names::find_same(slots, names_of(name_at), hash_at);
}

}  // namespace hallmark
