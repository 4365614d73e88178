// SPDX-License-Identifier: Apache-2.0
// Arena: the memory of the names, shapes and data that views point into, for models that are made in memory.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "hallmark/core/tensor.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::conformance {

// Deques never move their elements, so that views stay what they are when an Arena is moved.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  std::string_view text(std::string text) { return texts_.emplace_back(std::move(text)); }
  Bytes bytes(std::vector<std::byte> bytes) { return blobs_.emplace_back(std::move(bytes)); }
  // put gives what a function puts into a Writer: called twice, first to measure.
  template <class Put>
  Bytes put(const Put& put) {
    std::vector<std::byte>& out = blobs_.emplace_back(static_cast<std::size_t>(measured(put)));
    Writer to(out);
    put(to);
    return out;
  }
  Shape shape(const std::vector<std::uint64_t>& dims) {
    return Shape(put([&](Writer& to) {
      for (const std::uint64_t size : dims) to.u64le(size);
    }));
  }

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<std::byte>> blobs_;
};

}  // namespace hallmark::conformance
