// SPDX-License-Identifier: Apache-2.0
// Input files for the benchmarks of npy and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "conformance/npy/generate.hpp"

namespace hallmark::benchmarks {

// Names are those of fields: at random, of 60 characters that differ in the last 8, with an escape in each, or all the
// same, which is refused.
enum class Names : std::uint8_t { shuffled, long_prefixes, escaped, same };

// npy_structure gives a file of a structure with so many fields, and two elements.
[[nodiscard]] File npy_structure(std::uint64_t fields, Names names);

}  // namespace hallmark::benchmarks
