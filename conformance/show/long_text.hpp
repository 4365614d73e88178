// SPDX-License-Identifier: Apache-2.0
// Writes long texts from inputs in pieces: a name may be as long as its file.
#pragma once

#include <string_view>

#include "conformance/show/text_sink.hpp"

namespace hallmark::show {

// write_escaped writes reports::escaped(text).
void write_escaped(TextSink& output, std::string_view text);

// write_quoted writes a JSON string.
void write_quoted(TextSink& output, std::string_view text);

// write_quoted_escaped writes a JSON string that is safe for a terminal.
void write_quoted_escaped(TextSink& output, std::string_view text);

}  // namespace hallmark::show
