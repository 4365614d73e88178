// SPDX-License-Identifier: Apache-2.0
// Arena: the memory of the names, shapes and data that views point into, for models that are made in memory.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "hallmark/core/tensor.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::conformance {

// bytes_with gives what a function puts into a Writer, or a kind of it made of `what`: called twice, first to measure.
template <class To = Writer, class Put, class... What>
[[nodiscard]] std::vector<std::byte> bytes_with(const Put& put, What... what) {
  To measure(what...);
  put(measure);
  std::vector<std::byte> bytes(static_cast<std::size_t>(measure.size()));
  To to(what..., bytes);
  put(to);
  return bytes;
}

// Deques never move their elements, so that views stay what they are when an Arena is moved.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  std::string_view text(std::string text) { return texts_.emplace_back(std::move(text)); }
  Bytes bytes(std::vector<std::byte> bytes) { return blobs_.emplace_back(std::move(bytes)); }
  template <class Put>
  Bytes put(const Put& put) {
    return bytes(bytes_with(put));
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
