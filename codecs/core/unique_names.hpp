// Unique names: which names of a table are duplicates.
//
// No hash table and nothing to flood: a table in strictly ascending order is passed in one look; any other is sorted by
// (hash, index) in linear time, and names whose hashes are equal are compared by their bytes, 8 at a time. Names made
// to share one hash reach only that second sort. Work: linear in the bytes of the names, times 64 at the very worst.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/scratch.hpp"

namespace hallmark {

// max_names is the longest table that find_same_names judges: an index takes 32 bits.
inline constexpr std::uint64_t max_names = UINT32_MAX;

// unique_names_scratch gives the bytes of scratch that find_same_names may take: 16 for each name, and alignment.
// The caller has checked that the input is long enough for `count` names.
[[nodiscard]] constexpr std::uint64_t unique_names_scratch(std::uint64_t count) noexcept {
  return count < 2 || count > max_names ? 0 : 16 * count + alignof(std::uint64_t) - 1;
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

  // none says that the names are unique.
  [[nodiscard]] bool none() const noexcept { return packed_.empty(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return packed_.size(); }
  [[nodiscard]] Pair operator[](std::uint64_t index) const noexcept {
    const std::uint64_t pair = packed_[static_cast<std::size_t>(index)];
    return {static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)};
  }

 private:
  std::span<const std::uint64_t> packed_;  // later in the high half, so that sorting numbers sorts pairs
};

namespace unique_names {

// Names is a table of names behind a function, so that the sorting is compiled once.
struct Names {
  const void* table;
  Bytes (*at)(const void* table, std::uint32_t index);
};

// hash promises only that equal names get equal hashes; it does not resist attacks.
[[nodiscard]] std::uint32_t hash(Bytes name) noexcept;

// before says that a stands before b in the order of bytes.
[[nodiscard]] bool before(Bytes a, Bytes b) noexcept;

// find_same takes one (hash << 32 | index) for each name in the first half of `slots`; the second half is work space.
[[nodiscard]] SameNames find_same(std::span<std::uint64_t> slots, const Names& names) noexcept;

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
    if (!unique_names::before(last, name)) break;
    last = name;
  }
  if (ascending == size) return SameNames();

  const auto slots = scratch.room<std::uint64_t>(2 * count);
  if (slots.empty()) return std::nullopt;
  for (std::uint32_t i = 0; i < size; ++i) slots[i] = std::uint64_t{unique_names::hash(name_at(i))} << 32 | i;
  const auto at = [](const void* table, std::uint32_t index) -> Bytes {
    return (*static_cast<const NameAt*>(table))(index);
  };
  return unique_names::find_same(slots, {&name_at, at});
}

}  // namespace hallmark
