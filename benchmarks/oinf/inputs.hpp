// SPDX-License-Identifier: Apache-2.0
// Input files for the OINF benchmarks and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks {

// Data: tensors have 16 bytes of data each, or none.
enum class Data : std::uint8_t { present, absent };

// oinf_tables returns a file of `sizevars` size variables and half as many f32 tensors of 2 × 2 elements, with names as
// in models.
[[nodiscard]] File oinf_tables(std::uint32_t sizevars, TableOrder order, Data data = Data::present);

// oinf_metadata returns a file of `count` values: u32, STRING, BITSET and NDARRAY in turn.
[[nodiscard]] File oinf_metadata(std::uint32_t count);

// oinf_booleans returns a file of 16 BOOL tensors, `size` bytes together.
[[nodiscard]] File oinf_booleans(std::uint64_t size);

// oinf_model returns a file of 256 f32 tensors, `size` bytes together, whose data are inaccessible.
[[nodiscard]] Sample oinf_model(std::uint64_t size);

}  // namespace hallmark::benchmarks
