// Texts from inputs, written piece by piece: a name or a value may be as long as its file.
#pragma once

#include <string_view>

#include "conformance/program/output.hpp"

namespace hallmark::program {

// write_escaped writes what reports::escaped gives.
void write_escaped(Output& output, std::string_view text);

// write_quoted writes a JSON string.
void write_quoted(Output& output, std::string_view text);

}  // namespace hallmark::program
