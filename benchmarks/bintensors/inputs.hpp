// SPDX-License-Identifier: Apache-2.0
// Input files for the BinTensors benchmarks and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "conformance/bintensors/generate.hpp"

namespace hallmark::benchmarks {

// Order is the order of the names, and of the index map of v0: as written by the original writer, or random.
enum class Order : std::uint8_t { written, shuffled };

// bintensors_tensors returns a file of `count` f32 tensors of 2 × 2 elements, with names as in models.
[[nodiscard]] File bintensors_tensors(bintensors::Layout layout, std::uint32_t count, Order order);

// bintensors_booleans returns a file of 16 BOOL tensors, `size` bytes together.
[[nodiscard]] File bintensors_booleans(bintensors::Layout layout, std::uint64_t size);

// Headers near the limit of 100 MB, with the highest cost per byte for a reader. The tensors are empty.
enum class Header : std::uint8_t {
  short_names,    // of 4 bytes, all different, in random order: 9.5 million (v1), 6.5 million (v0)
  empty_names,    // the smallest entries, all with the same name: rejected
  wide_empty,     // 1,388,888 (v1) empty names with 67 dimensions each: rejected
  long_prefixes,  // names of 66 bytes in random order, equal up to the last 8
  huge_prefixes,  // the same with 1000 bytes
};
[[nodiscard]] File bintensors_header(bintensors::Layout layout, Header header);

// bintensors_model returns a file of 256 f32 tensors, `size` bytes together, whose data are inaccessible.
[[nodiscard]] Sample bintensors_model(bintensors::Layout layout, std::uint64_t size);

// encode_bintensors encodes what is in such a file of tensors.
[[nodiscard]] Work encode_bintensors(bintensors::Layout layout, std::uint32_t count, Order order);

[[nodiscard]] constexpr std::string_view id_of(bintensors::Layout layout) noexcept {
  return layout == bintensors::Layout::v0 ? "bintensors-v0" : "bintensors-v1";
}

}  // namespace hallmark::benchmarks
