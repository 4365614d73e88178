// sorted_indices: an order of entries that stay where they are, for encoders.
#pragma once

#include <algorithm>

#include "hallmark/core/scratch.hpp"

namespace hallmark {

// sorted_indices gives 0, 1, … count - 1 in the order of `before(index, index)`, or an empty span where the scratch
// does not hold them.
template <class Before>
[[nodiscard]] std::span<const std::uint32_t> sorted_indices(std::uint64_t count, Scratch& scratch,
                                                            const Before& before) noexcept {
  const auto indices = scratch.room<std::uint32_t>(count);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint32_t>(i);
  std::sort(indices.begin(), indices.end(), before);
  return indices;
}

}  // namespace hallmark
