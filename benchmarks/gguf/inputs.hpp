// SPDX-License-Identifier: Apache-2.0
// Input files for the GGUF benchmarks and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {

// TableOrder is the order of the names in a table and of the blobs after it.
enum class TableOrder : std::uint8_t { sorted, shuffled };

// Data: tensors have 16 bytes of data each, or none.
enum class Data : std::uint8_t { present, absent };

// gguf_tables returns a file of `sizevars` size variables and half as many f32 tensors of 2 × 2 elements, with names as
// in models.
[[nodiscard]] File gguf_tables(std::uint32_t sizevars, TableOrder order, Data data = Data::present);

// gguf_metadata returns a file of `count` values: u32, STRING, BITSET and NDARRAY in turn.
[[nodiscard]] File gguf_metadata(std::uint32_t count);

// gguf_booleans returns a file of 16 BOOL tensors, `size` bytes together.
[[nodiscard]] File gguf_booleans(std::uint64_t size);

// gguf_model returns a file of 256 f32 tensors, `size` bytes together, whose data are inaccessible.
[[nodiscard]] Sample gguf_model(std::uint64_t size);

// encode_gguf encodes what is in a file.
[[nodiscard]] Work encode_gguf(File file, std::uint64_t entries);

}  // namespace hallmark::benchmarks
