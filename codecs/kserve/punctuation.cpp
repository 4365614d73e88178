#include "kserve/punctuation.hpp"

#include <algorithm>
#include <cstring>

#include "core/lanes.hpp"
#include "core/processor.hpp"

namespace hallmark::kserve {
namespace {

// A row of bytes: counters of one byte, one for each place in it, because compilers do not vectorise this by
// themselves.
template <std::size_t size>
struct Row {
  using Vector [[gnu::vector_size(size)]] = std::uint8_t;
};

// By reference: how vectors are passed depends on flags, and compilers warn of it.
template <class Vector>
[[gnu::always_inline]] inline std::uint64_t sum_of(const Vector& places) noexcept {
  constexpr std::uint64_t every_other = 0x00ff00ff00ff00ff;
  std::uint64_t words[sizeof(Vector) / sizeof(std::uint64_t)];
  std::memcpy(words, &places, sizeof words);
  std::uint64_t sums = 0;  // four, of 16 bits each
  for (const std::uint64_t word : words) sums += (word & every_other) + (word >> 8 & every_other);
  return (sums * 0x0001000100010001) >> 48;
}

template <class Vector>
class Counters {
 public:
  // add counts in a row that begins at `from`. A comparison of rows is -1 where it holds.
  [[gnu::always_inline]] void add(const std::byte* from) noexcept {
    Vector row;
    std::memcpy(&row, from, sizeof row);
    braces_ -= (Vector)(row == '{');
    brackets_ -= (Vector)(row == '[');
    colons_ -= (Vector)(row == ':');
    commas_ -= (Vector)(row == ',');
    backslashes_ -= (Vector)(row == '\\');
  }
  [[gnu::always_inline]] void add_to(Punctuation& found) const noexcept {
    found.braces += sum_of(braces_);
    found.brackets += sum_of(brackets_);
    found.colons += sum_of(colons_);
    found.commas += sum_of(commas_);
    found.backslashes += sum_of(backslashes_);
  }

 private:
  Vector braces_{};
  Vector brackets_{};
  Vector colons_{};
  Vector commas_{};
  Vector backslashes_{};
};

template <std::size_t row_size>
[[gnu::always_inline]] inline Punctuation count(Bytes json) noexcept {
  using Vector = typename Row<row_size>::Vector;
  constexpr std::size_t block = row_size * UINT8_MAX;  // so short that no counter overflows
  Punctuation found;
  while (!json.empty()) {
    const std::size_t size = std::min(block, json.size());
    Counters<Vector> counters;
    std::size_t at = 0;
    for (; size - at >= row_size; at += row_size) counters.add(json.data() + at);
    if (at != size) {
      std::byte last[row_size] = {};  // zeros are not counted
      std::memcpy(last, json.data() + at, size - at);
      counters.add(last);
    }
    counters.add_to(found);
    json = json.subspan(size);
  }
  return found;
}

#if defined(HALLMARK_VECTORS)
HALLMARK_VECTORS Punctuation count_in_vectors(Bytes json) noexcept { return count<widest_vector>(json); }
#else
Punctuation count_in_vectors(Bytes json) noexcept { return count<lanes_size>(json); }
#endif

}  // namespace

Punctuation punctuation_of(Bytes json, bool vectors) noexcept {
  return vectors ? count_in_vectors(json) : count<lanes_size>(json);
}

}  // namespace hallmark::kserve
