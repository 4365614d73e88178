// PathText: a TextSink that keeps up to a fixed number of bytes.
#pragma once

#include <string>
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
    cut_ = piece.size() > longest_path - text_.size();
    text_.append(piece.substr(0, longest_path - text_.size()));
    if (cut_) mark_the_cut();
  }
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }
  // offered counts the bytes written, including those not kept.
  [[nodiscard]] std::uint64_t offered() const noexcept { return offered_; }

 private:
  // Cuts between characters.
  void mark_the_cut() noexcept {
    while (!text_.empty() && (static_cast<unsigned char>(text_.back()) & 0xc0) == 0x80) text_.pop_back();
    if (!text_.empty() && static_cast<unsigned char>(text_.back()) >= 0xc0) text_.pop_back();
    text_ += "…";
  }

  std::string text_;
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
