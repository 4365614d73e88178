// SPDX-License-Identifier: Apache-2.0
// Opened: what an input holds, with the working memory of its codec. The standard library and codecs/core suffice.
#pragma once

#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/decoder.hpp"

namespace hallmark::conformance {

// The functions are those of a family, whose files have this view. An input must last as long.
template <class View>
class Opened {
 public:
  Opened(Bytes input, const Options& options, std::uint64_t (*scratch_bound)(hallmark::Input, const Options&) noexcept,
         Decoded<View> (*decode)(hallmark::Input, Scratch&, const Options&) noexcept)
      : scratch_(memory_.of(scratch_bound(input, options))), decoded_(decode(input, scratch_, options)) {}

  // False of an input that is not valid.
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(decoded_); }
  [[nodiscard]] Violation violation() const noexcept { return decoded_.violation(); }
  [[nodiscard]] const View& operator*() const noexcept { return *decoded_; }
  [[nodiscard]] const View* operator->() const noexcept { return &*decoded_; }

 private:
  ScratchMemory memory_;
  Scratch scratch_;
  Decoded<View> decoded_;
};

}  // namespace hallmark::conformance
