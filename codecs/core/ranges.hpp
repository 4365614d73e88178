// SPDX-License-Identifier: Apache-2.0
// Ranges: the layout of a file, drawn field by field while a walk reads it.
#pragma once

#include <algorithm>

#include "hallmark/core/codec.hpp"

namespace hallmark {

// Ranges draws the fields of a file up to its end, or to the first error in it, which was found before. Its functions
// return false when the sink has enough.
class Ranges {
 public:
  // `place` is that of the walk; one that has ranges to tell sets its own.
  Ranges(LayoutSink& sink, std::uint64_t size, const Violation& found, const Place* place = nullptr) noexcept
      : sink_(sink), found_(found), end_(found.rule == nullptr ? size : found.offset), place_(place) {}
  void set_place(const Place& place) noexcept { place_ = &place; }

  bool field(std::uint64_t at, std::uint64_t size, const char* name) noexcept {
    if (enough_ || size == 0 || at > end_ || size > end_ - at) return !enough_;
    enough_ = !sink_.range(at, size, name, *place_);
    at_ = at + size;
    return !enough_;
  }
  // next draws from where the last range ends, until up to a place.
  bool next(std::uint64_t size, const char* name) noexcept { return field(at_, size, name); }
  bool until(std::uint64_t to, const char* name) noexcept { return next(to > at_ ? to - at_ : 0, name); }
  // up_to does so no further than the end.
  bool up_to(std::uint64_t to, const char* name) noexcept { return until(std::min(to, end_), name); }

  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }
  // valid says that there is no error.
  [[nodiscard]] bool valid() const noexcept { return found_.rule == nullptr; }
  // violation is what a layout returns: nothing where the sink had enough.
  [[nodiscard]] Violation violation() const noexcept { return enough_ ? Violation() : found_; }

 private:
  LayoutSink& sink_;
  Violation found_;
  std::uint64_t end_;
  const Place* place_;
  std::uint64_t at_ = 0;
  bool enough_ = false;
};

}  // namespace hallmark
