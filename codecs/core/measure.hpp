// Measure: a Writer without memory, whose size is known in constant expressions.
#pragma once

#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark {

class Measure {
 public:
  constexpr void u8(std::uint8_t) noexcept { size_ += 1; }
  constexpr void u32le(std::uint32_t) noexcept { size_ += 4; }
  constexpr void u64le(std::uint64_t) noexcept { size_ += 8; }
  constexpr void text(std::string_view value) noexcept { size_ += value.size(); }
  constexpr void bytes(Bytes value) noexcept { size_ += value.size(); }
  constexpr void zeros(std::uint64_t count) noexcept { size_ += count; }
  [[nodiscard]] constexpr std::uint64_t size() const noexcept { return size_; }

 private:
  std::uint64_t size_ = 0;
};

// measured is the size of what a function puts.
template <class Put>
[[nodiscard]] constexpr std::uint64_t measured(const Put& put) noexcept {
  Measure to;
  put(to);
  return to.size();
}

}  // namespace hallmark
