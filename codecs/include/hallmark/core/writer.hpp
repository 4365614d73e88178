// SPDX-License-Identifier: Apache-2.0
// Writer: the mirror of Reader. It never writes outside its memory; a short memory is remembered, not overrun.
#pragma once

#include <cstring>
#include <utility>

#include "hallmark/core/bytes.hpp"

namespace hallmark {

// Writer appends to memory that the caller owns. After the memory is full, `fits` is false and nothing is written,
// while `size` goes on counting, so that a Writer over no memory measures, in constant expressions too.
class Writer {
 public:
  constexpr Writer() noexcept = default;
  explicit Writer(std::span<std::byte> out) noexcept : out_(out), next_(out.data()), left_(out.size()) {}

  template <class T>
  constexpr void integer(T value) noexcept {
    if (std::byte* to = room(sizeof(T)); to != nullptr) store_le(to, value);
  }
  constexpr void u8(std::uint8_t value) noexcept { integer(value); }
  constexpr void u32le(std::uint32_t value) noexcept { integer(value); }
  constexpr void u64le(std::uint64_t value) noexcept { integer(value); }
  constexpr void i32le(std::int32_t value) noexcept { integer(value); }
  constexpr void bytes(Bytes value) noexcept { copy(value.data(), value.size()); }
  constexpr void text(std::string_view value) noexcept { copy(value.data(), value.size()); }

  constexpr void zeros(std::uint64_t count) noexcept {
    if (std::byte* to = room(count); to != nullptr && count != 0) std::memset(to, 0, static_cast<std::size_t>(count));
  }

  // reserve gives the next `size` bytes to fill in place, or nothing when they do not fit.
  [[nodiscard]] std::span<std::byte> reserve(std::uint64_t size) noexcept {
    std::byte* to = room(size);
    return to == nullptr ? std::span<std::byte>{} : std::span(to, static_cast<std::size_t>(size));
  }

  // patch overwrites an integer written before at `at`.
  template <class T>
  void patch(std::uint64_t at, T value) noexcept {
    if (at <= out_.size() && sizeof(T) <= out_.size() - at) store_le(out_.data() + at, value);
  }

  [[nodiscard]] constexpr std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool fits() const noexcept { return !full_; }
  [[nodiscard]] Bytes memory() const noexcept { return out_; }

 private:
  constexpr void copy(const void* from, std::size_t size) noexcept {
    if (std::byte* to = room(size); to != nullptr && size != 0) std::memcpy(to, from, size);
  }
  // Sizes add up without a check: each is the size of memory that exists.
  constexpr std::byte* room(std::uint64_t size) noexcept {
    size_ += size;
    if (size > left_) {
      left_ = 0;
      full_ = true;
      return nullptr;
    }
    left_ -= size;
    return std::exchange(next_, next_ + size);
  }

  std::span<std::byte> out_;
  std::byte* next_ = nullptr;
  std::uint64_t left_ = 0;  // bytes from there; none after the memory is full
  std::uint64_t size_ = 0;
  bool full_ = false;
};

// measured is the size of what a function puts into a Writer.
template <class Put>
[[nodiscard]] constexpr std::uint64_t measured(const Put& put) noexcept {
  Writer to;
  put(to);
  return to.size();
}

}  // namespace hallmark
