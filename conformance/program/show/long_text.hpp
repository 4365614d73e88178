// Writes long texts from inputs in pieces: a name may be as long as its file.
#pragma once

#include <string_view>

#include "conformance/program/output.hpp"

namespace hallmark::program {

// write_escaped writes reports::escaped(text).
void write_escaped(Output& output, std::string_view text);

// write_quoted writes a JSON string.
void write_quoted(Output& output, std::string_view text);

// write_quoted_escaped writes a JSON string that is safe for a terminal.
void write_quoted_escaped(Output& output, std::string_view text);

}  // namespace hallmark::program
