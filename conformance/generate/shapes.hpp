// SPDX-License-Identifier: Apache-2.0
// Shapes of the tensors that generators make, as numbers and as the views that codecs take.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

using Dims = std::vector<std::uint64_t>;

// count_of gives the elements of a shape whose product fits 64 bits, or that is empty.
[[nodiscard]] inline std::uint64_t count_of(const Dims& dims) {
  if (std::ranges::find(dims, std::uint64_t{0}) != dims.end()) return 0;
  std::uint64_t count = 1;
  for (const std::uint64_t size : dims) count *= size;
  return count;
}

[[nodiscard]] inline Dims dims_of(const Shape& shape) { return {shape.begin(), shape.end()}; }

// small_dims gives up to four dimensions of 1 to 3.
[[nodiscard]] inline Dims small_dims(Choices& choices, std::uint32_t ranks = 5) {
  Dims dims(choices.below(ranks));
  for (std::uint64_t& size : dims) size = 1 + choices.below(3);
  return dims;
}

// make_empty makes one dimension 0, so that the others may be of any size below 2^(64 - lost).
inline void make_empty(Dims& dims, Choices& choices, std::uint32_t lost) {
  for (std::uint64_t& size : dims) size = choices.chance(2) ? choices.word() >> (lost + choices.below(64 - lost)) : 1;
  dims[choices.below(dims.size())] = 0;
}

// Shapes is the memory of shapes that views point into.
class Shapes {
 public:
  [[nodiscard]] Shape of(const Dims& dims) {
    std::vector<std::byte>& bytes = memory_.emplace_back(dims.size() * sizeof(std::uint64_t));
    for (std::size_t axis = 0; axis < dims.size(); ++axis) store_le(bytes.data() + 8 * axis, dims[axis]);
    return Shape(bytes);
  }

 private:
  std::deque<std::vector<std::byte>> memory_;
};

// bytes_of gives what elements take that fill the blocks of their type.
[[nodiscard]] inline std::uint64_t bytes_of(DType dtype, std::uint64_t count) {
  return count / block_of(dtype).elements * block_of(dtype).bytes;
}

// elements_of gives any elements of a type.
[[nodiscard]] inline std::vector<std::byte> elements_of(DType dtype, std::uint64_t count, Choices& choices) {
  std::vector<std::byte> data = choices.bytes(static_cast<std::size_t>(bytes_of(dtype, count)));
  if (dtype == DType::boolean) {
    for (std::byte& b : data) b &= std::byte{1};
  }
  return data;
}

template <class T>
void shuffle(std::vector<T>& list, Choices& choices) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[choices.below(left)]);
}

// word_of gives a word of lower-case letters.
[[nodiscard]] inline std::string word_of(Choices& choices, std::size_t size) {
  std::string text;
  while (text.size() < size) text += static_cast<char>('a' + choices.below(26));
  return text;
}

}  // namespace hallmark::conformance
