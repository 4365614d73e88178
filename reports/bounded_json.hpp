// SPDX-License-Identifier: Apache-2.0
// Reads JSON that others wrote, within bounds. Nothing else of the program parses JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::reports {

// BadJson: a text is not JSON, or is beyond a bound. what() is the fault, one line without control characters.
struct BadJson : std::runtime_error {
  BadJson(const std::string& what, std::string_view text, std::size_t at);

  std::size_t byte;    // counted from 0
  std::size_t line;    // counted from 1
  std::size_t column;  // in bytes, counted from 1
};

// The levels of files, and of values of the common model. Copying, comparing and printing a value recurse, so this
// bounds their stack.
inline constexpr std::size_t most_levels = 64;
inline constexpr std::size_t most_value_levels = 256;

// parse_json refuses what the JSON library accepts: nesting without end, two members of one name, text after a NUL.
// An object has at most 131,072 members; their names take n log n comparisons. Throws BadJson. The caller bounds the
// size of the text.
[[nodiscard]] Json parse_json(std::string_view text, std::size_t levels = most_levels);

}  // namespace hallmark::reports
