// SPDX-License-Identifier: Apache-2.0
// Ranges: the layout of a file, drawn field by field while a walk reads it.
#pragma once

#include <algorithm>

#include "hallmark/core/codec.hpp"

namespace hallmark {

// Ranges draws the fields of a file that lie before an end: its own, or its first error. Its functions return false
// when the sink has enough.
class Ranges {
 public:
  Ranges(LayoutSink& sink, std::uint64_t end) noexcept : sink_(sink), end_(end) {}

  bool field(std::uint64_t at, std::uint64_t size, const char* name, const Place& place) noexcept {
    if (enough_ || size == 0 || at + size > end_) return !enough_;
    enough_ = !sink_.range(at, size, name, place);
    at_ = at + size;
    return !enough_;
  }
  // until draws from where the last range ends.
  bool until(std::uint64_t to, const char* name, const Place& place) noexcept {
    return field(at_, to > at_ ? to - at_ : 0, name, place);
  }
  // up_to does so no further than the end.
  bool up_to(std::uint64_t to, const char* name, const Place& place) noexcept {
    return until(std::min(to, end_), name, place);
  }
  [[nodiscard]] bool enough() const noexcept { return enough_; }
  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

 private:
  LayoutSink& sink_;
  std::uint64_t end_;
  std::uint64_t at_ = 0;
  bool enough_ = false;
};

}  // namespace hallmark
