// SPDX-License-Identifier: Apache-2.0
// What a caller may choose when decoding. One struct for all formats, so that tools need not know which is which: every
// function that reads an input takes it, and ignores what its format does not have. Encoders do not take it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/rule.hpp"

namespace hallmark {

// Limits bound what a decoder follows; each absent value means the format's own default. Each names its threat.
struct Limits {
  std::optional<std::uint32_t> max_depth;  // nesting; a walk keeps one frame of scratch for each level
  std::optional<std::uint32_t> max_rank;   // dimensions of a tensor; bounds work for each tensor header
};

// Form is how values lie in a format that has two ways to write them.
enum class Form : std::uint8_t { binary, text };
[[nodiscard]] constexpr std::string_view to_string(Form form) noexcept {
  return form == Form::binary ? "binary" : "text";
}

struct Options {
  Limits limits;
  Profile profile = Profile::strict;
  std::optional<std::uint64_t> header_length;  // bytes of JSON before binary data, of formats framed from outside
};

}  // namespace hallmark
