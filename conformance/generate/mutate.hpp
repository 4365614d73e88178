// SPDX-License-Identifier: Apache-2.0
// Mutators: the inputs near a given one.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// Visitor gets a mutant, in memory of its own, and the offset at which it ends or differs.
using Visitor = std::function<void(Bytes mutant, std::size_t offset)>;

// each_prefix visits every proper prefix, the empty one first.
void each_prefix(Bytes input, const Visitor& visit);

// each_byte_change visits every input that differs in one byte: 255 for each byte.
void each_byte_change(Bytes input, const Visitor& visit);

// each_boundary_value visits the values that most often mean something else at each byte: neighbours, single bits,
// complement, 0, 1, 0x7f, 0x80, 0xff.
void each_boundary_value(Bytes input, const Visitor& visit);

// mutated applies one to four edits: flip, overwrite, insert, delete, copy, cut.
[[nodiscard]] std::vector<std::byte> mutated(Bytes input, Choices& choices);

}  // namespace hallmark::conformance
