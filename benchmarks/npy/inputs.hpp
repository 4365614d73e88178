// SPDX-License-Identifier: Apache-2.0
// Input files for the benchmarks of npy and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "conformance/npy/generate.hpp"

namespace hallmark::benchmarks {

// npy_structure gives a file of a structure with so many fields, and two elements. Names of fields have a number, in
// random order; the same number in all is refused.
[[nodiscard]] File npy_structure(std::uint64_t fields, std::string_view prefix = "f", bool same = false);

}  // namespace hallmark::benchmarks
