// SPDX-License-Identifier: Apache-2.0
// ElementOutput: elements of one size, written one after the other.
#pragma once

#include <span>

#include "core/words.hpp"

namespace hallmark {

// ElementOutput writes into memory that the caller owns. Each element of up to eight bytes is written as a word, whose
// upper part the next one overwrites, so that its size needs no branch. Whoever puts has asked full() before.
class ElementOutput {
 public:
  ElementOutput(std::span<std::byte> room, std::uint64_t size) noexcept
      : first_(room.data()), to_(room.data()), end_(room.data() + room.size()), size_(size) {}

  // full says that there is no room for a word; elements of smaller size may still fit.
  [[nodiscard, gnu::always_inline]] bool full() const noexcept { return end_ - to_ < std::ptrdiff_t{word_size}; }
  [[gnu::always_inline]] void put(std::uint64_t bits) noexcept {
    store_le(to_, bits);
    to_ += size_;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return static_cast<std::size_t>(to_ - first_); }
  [[nodiscard]] std::uint64_t count() const noexcept { return bytes() / size_; }

 private:
  const std::byte* first_;
  std::byte* to_;
  const std::byte* end_;
  std::uint64_t size_;
};

}  // namespace hallmark
