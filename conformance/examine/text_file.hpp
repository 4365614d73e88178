// Reads the text files that the program takes from outside, within a bound.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace hallmark::conformance {

// UnreadableText: the file cannot be read, or is too large. The message does not name it.
struct UnreadableText : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// text_of_file reads a file of at most `most` bytes; "-" is standard input. Throws UnreadableText.
[[nodiscard]] std::string text_of_file(const std::string& path, std::uint64_t most);

}  // namespace hallmark::conformance
