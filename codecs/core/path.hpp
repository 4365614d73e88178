// SPDX-License-Identifier: Apache-2.0
// Pieces of paths: `documents[3].a["b.c"]`. Keys that are no identifiers are quoted.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark {

// write_index writes "[3]".
void write_index(TextSink& out, std::uint64_t index) noexcept;

// write_key writes ".name" for an identifier and ["any other key"] else: quote and backslash escaped, control
// characters and bytes that are no UTF-8 as \xHH.
void write_key(TextSink& out, Bytes key) noexcept;

}  // namespace hallmark
