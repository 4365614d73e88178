// SPDX-License-Identifier: Apache-2.0
// Input files for the benchmarks of safetensors and their peers, generated from a seed: the same bytes on every
// machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "conformance/safetensors/generate.hpp"

namespace hallmark::benchmarks {

// Order is that of the names in the header, and of the data: both as the crate writes them, names at random, or data.
enum class Order : std::uint8_t { written, shuffled, data_shuffled };

// safetensors_tensors returns a file of `count` f32 tensors of 2 × 2 elements, with names as in models.
[[nodiscard]] File safetensors_tensors(std::uint32_t count, Order order);

// Headers near the limit of 100 MB.
enum class Header : std::uint8_t {
  long_prefixes,  // names of 60 bytes in random order, equal up to the last 8
  same_names,     // refused: the smallest members, all with one name
};
[[nodiscard]] File safetensors_header(Header header, std::uint64_t size);

}  // namespace hallmark::benchmarks
