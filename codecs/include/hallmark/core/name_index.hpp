// SPDX-License-Identifier: Apache-2.0
// NameIndex: where a name stands in a table, in logarithmic time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hallmark/core/api.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/scratch.hpp"

namespace hallmark {

// Names is a table of names behind a function, so that the sorting is compiled once.
struct Names {
  const void* table;
  Bytes (*at)(const void* table, std::uint32_t index);
};

// names_of makes Names of a function object, which must outlive them.
template <class NameAt>
[[nodiscard]] Names names_of(const NameAt& name_at) noexcept {
  return {&name_at,
          [](const void* table, std::uint32_t i) -> Bytes { return (*static_cast<const NameAt*>(table))(i); }};
}

// sorted_names gives 0, 1, … count - 1 in the order of the bytes of the names, then of the index; an empty span where
// the scratch is less than name_index_scratch.
[[nodiscard]] HALLMARK_API std::span<const std::uint32_t> sorted_names(std::uint64_t count, const Names& names,
                                                                       Scratch& scratch) noexcept;

// name_index_scratch is the working memory that a NameIndex of so many names needs: 20 bytes a name, and alignment. Of
// these it keeps 4 a name.
[[nodiscard]] constexpr std::uint64_t name_index_scratch(std::uint64_t count) noexcept {
  return 20 * count + 2 * alignof(std::uint64_t);
}

// NameIndex finds names among name_at(0) … name_at(count - 1), which are std::string_view:
//
//   const NameIndex index(file.size(), [&](std::uint64_t i) { return file.name(i); }, scratch);
//
// It is built in linear time, or in n log n of names that are made to be hard. In less scratch than name_index_scratch
// it finds the same, but looks at one name after the other.
template <class NameAt>
class NameIndex {
 public:
  NameIndex(std::uint64_t count, NameAt name_at, Scratch& scratch) noexcept : count_(count), name_at_(name_at) {
    const auto bytes_at = [this](std::uint32_t i) { return as_bytes(name_at_(i)); };
    sorted_ = sorted_names(count, names_of(bytes_at), scratch);
  }

  // find gives the index of a name, the first of several.
  [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const noexcept {
    if (sorted_.size() == count_) {
      const auto before = [this](std::uint32_t i, std::string_view key) { return name_at_(i) < key; };
      const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), name, before);
      if (found != sorted_.end() && name_at_(*found) == name) return *found;
      return std::nullopt;
    }
    for (std::uint64_t i = 0; i < count_; ++i) {
      if (name_at_(i) == name) return i;
    }
    return std::nullopt;
  }

 private:
  std::uint64_t count_;
  NameAt name_at_;
  std::span<const std::uint32_t> sorted_;
};

}  // namespace hallmark
