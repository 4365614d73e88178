// SPDX-License-Identifier: Apache-2.0
// Buffer: memory that grows up to a limit and is reused.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace hallmark::compression {

class Buffer {
 public:
  // grow makes room for at least one more byte, up to `most` in all; false if that is not possible.
  [[nodiscard]] bool grow(std::uint64_t most) noexcept {
    constexpr std::uint64_t first_room = std::uint64_t{64} << 10;
    return capacity_ < most && reserve(std::min(most, std::max(first_room, capacity_ * 2)));
  }
  // reserve makes room for `size` bytes.
  [[nodiscard]] bool reserve(std::uint64_t size) noexcept {
    if (size <= capacity_) return true;
    auto* const grown = static_cast<std::byte*>(std::realloc(memory_.get(), static_cast<std::size_t>(size)));
    if (grown == nullptr) return false;
    (void)memory_.release();
    memory_.reset(grown);
    capacity_ = size;
    return true;
  }
  // release gives the memory back.
  void release() noexcept {
    memory_.reset();
    capacity_ = 0;
  }

  [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }
  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<std::byte, Free> memory_;
  std::uint64_t capacity_ = 0;
};

}  // namespace hallmark::compression
