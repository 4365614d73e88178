// SPDX-License-Identifier: Apache-2.0
// Scratch: working memory that the caller owns. A codec takes from it in order and never gives back: the caller does,
// by `reset`. What follows in the same Scratch without it has less, and says hallmark/scratch-exhausted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

namespace hallmark {

// Scratch hands out parts of one stretch of memory. `used` counts bytes, alignment included.
class Scratch {
 public:
  Scratch() noexcept = default;
  explicit Scratch(std::span<std::byte> memory) noexcept : memory_(memory) {}

  // room returns `count` objects to be written before they are read, or an empty span (count > 0) when the memory does
  // not suffice.
  template <class T>
  [[nodiscard]] std::span<T> room(std::uint64_t count) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    void* at = memory_.data() + used_;
    std::size_t left = memory_.size() - used_;
    if (count == 0 || count > left / sizeof(T)) return {};
    const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (std::align(alignof(T), bytes, at, left) == nullptr) return {};
    used_ = memory_.size() - left + bytes;
    return {static_cast<T*>(at), static_cast<std::size_t>(count)};
  }

  // rest is all that is left, as objects. It is not taken: `room` gives the same memory.
  template <class T>
  [[nodiscard]] std::span<T> rest() const noexcept {
    Scratch copy = *this;
    std::size_t left = memory_.size() - used_;
    left -= left < alignof(T) ? left : alignof(T) - 1;
    return copy.room<T>(left / sizeof(T));
  }

  [[nodiscard]] std::uint64_t used() const noexcept { return used_; }

  // reset takes everything back, for the next input: views that lie in this memory must not be used any more.
  void reset() noexcept { used_ = 0; }

 private:
  std::span<std::byte> memory_;
  std::size_t used_ = 0;
};

}  // namespace hallmark
