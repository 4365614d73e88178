// Compares tensors and bytes.
#pragma once

#include <cstring>

#include "hallmark/core/tensor.hpp"

namespace hallmark::fuzz {

[[nodiscard]] inline bool same_bytes(Bytes a, Bytes b) noexcept {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

[[nodiscard]] inline bool same(const TensorView& a, const TensorView& b) noexcept {
  if (a.name != b.name || a.dtype != b.dtype || a.has_data != b.has_data || a.shape.rank() != b.shape.rank())
    return false;
  for (std::uint64_t axis = 0; axis < a.shape.rank(); ++axis) {
    if (a.shape[axis] != b.shape[axis]) return false;
  }
  return !a.has_data || same_bytes(a.data, b.data);
}

}  // namespace hallmark::fuzz
