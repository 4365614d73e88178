// SPDX-License-Identifier: Apache-2.0
// Reads the text files that the program takes from outside, within a bound.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace hallmark::conformance {

// UnreadableText: it cannot be read, or is too large. The message does not name it.
struct UnreadableText : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Both read at most `most` bytes. They throw UnreadableText.
[[nodiscard]] std::string text_of_file(const std::string& path, std::uint64_t most);
[[nodiscard]] std::string text_of_standard_input(std::uint64_t most);

}  // namespace hallmark::conformance
