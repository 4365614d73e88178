// SPDX-License-Identifier: Apache-2.0
// PathText: a TextSink that keeps up to a fixed number of bytes.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "hallmark/core/violation.hpp"

namespace hallmark::conformance {

// A key may be as long as the input and is part of the path of every element below it, so paths are shortened. The
// offset still identifies the place.
inline constexpr std::size_t longest_path = 4096;

class PathText final : public TextSink {
 public:
  void write(std::string_view piece) noexcept override {
    offered_ += piece.size();
    if (cut_) return;
    cut_ = piece.size() > longest_path - size_;
    append(piece.substr(0, longest_path - size_));
    if (cut_) mark_the_cut();
  }
  [[nodiscard]] std::string take() { return {text_.data(), std::exchange(size_, 0)}; }
  // offered counts the bytes written, including those not kept.
  [[nodiscard]] std::uint64_t offered() const noexcept { return offered_; }

 private:
  static constexpr std::string_view cut_mark = "…";

  void append(std::string_view piece) noexcept {
    std::copy(piece.begin(), piece.end(), text_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += piece.size();
  }
  // Cuts between characters.
  void mark_the_cut() noexcept {
    while (size_ != 0 && (static_cast<unsigned char>(text_[size_ - 1]) & 0xc0) == 0x80) --size_;
    if (size_ != 0 && static_cast<unsigned char>(text_[size_ - 1]) >= 0xc0) --size_;
    append(cut_mark);
  }

  // No string: codecs call write, and allow no exception.
  std::array<char, longest_path + cut_mark.size()> text_;
  std::size_t size_ = 0;
  std::uint64_t offered_ = 0;
  bool cut_ = false;
};

// path_of renders a place.
[[nodiscard]] inline std::string path_of(const Place& place, const Violation& violation = {}) {
  PathText text;
  place.write(text, violation);
  return text.take();
}

}  // namespace hallmark::conformance
