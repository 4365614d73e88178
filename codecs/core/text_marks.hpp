// TextMarks: the bytes of a text that a format looks for, found 64 at a time, so that none waits for the one before it.
#pragma once

#include "core/text_lanes.hpp"

namespace hallmark {

// TextMarks gives the marked bytes of a text in order, as far as it has blocks of 64 bytes with `more` behind them.
// Mark()(block, marks) marks one; where it is false, nothing from that block on is given.
template <class Mark, std::size_t more>
class TextMarks {
 public:
  explicit TextMarks(Bytes text) noexcept : next_(text.data()), end_(text.data() + text.size()) {}

  // next gives the next marked byte, or null.
  [[nodiscard, gnu::always_inline]] const std::byte* next() noexcept {
    while (marks_ == 0) {
      if (static_cast<std::size_t>(end_ - next_) < text_block + more) return nullptr;
      if (!Mark()(next_, marks_)) {
        marks_ = 0;
        end_ = next_;
        return nullptr;
      }
      next_ += text_block;
    }
    const std::byte* const found = next_ - text_block + __builtin_ctzll(marks_);
    marks_ &= marks_ - 1;
    return found;
  }

 private:
  const std::byte* next_;  // block
  const std::byte* end_;
  std::uint64_t marks_ = 0;
};

struct MarkCommas {
  [[gnu::always_inline]] bool operator()(const std::byte* block, std::uint64_t& marks) const noexcept {
    marks = mark_commas(block);
    return true;
  }
};

// MarkQuotes marks those of plain strings of JSON, and ends at a block with a character that is not plain.
struct MarkQuotes {
  [[gnu::always_inline]] bool operator()(const std::byte* block, std::uint64_t& marks) const noexcept {
    std::uint64_t others = 0;
    marks = mark_quotes(block, others);
    return others == 0;
  }
};

}  // namespace hallmark
