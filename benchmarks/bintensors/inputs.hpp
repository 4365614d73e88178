// The files over which both layouts of BinTensors and their peers are measured, made from a seed: the same bytes on
// every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "benchmarks/harness/untouchable.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::benchmarks {

using File = std::vector<std::byte>;

// Order is that of the names: as writers give them, or random, that of the index map of v0 included.
enum class Order : std::uint8_t { written, shuffled };

// bintensors_tensors gives a file of `count` f32 tensors of 2 × 2 elements, with names as models have them.
[[nodiscard]] File bintensors_tensors(bintensors::Layout layout, std::uint32_t count, Order order);

// bintensors_booleans gives a file of 16 BOOL tensors, `size` bytes together.
[[nodiscard]] File bintensors_booleans(bintensors::Layout layout, std::uint64_t size);

// Headers of nearly 100 MB, the bound: what costs a reader the most for each byte of a file. The tensors are empty.
enum class Header : std::uint8_t {
  short_names,    // of 4 bytes, all different, in random order: 9.5 million (v1), 6.5 million (v0)
  empty_names,    // the smallest entries there are, whose names are all the same: refused
  wide_empty,     // 1,388,888 (v1) empty names with 67 dimensions each: refused
  long_prefixes,  // names of 66 bytes in random order, alike but for the last 8
  huge_prefixes,  // the same with 1000 bytes
};
[[nodiscard]] File bintensors_header(bintensors::Layout layout, Header header);

// bintensors_model gives a file of 256 f32 tensors, `size` bytes together, that may not be touched.
[[nodiscard]] Untouchable bintensors_model(bintensors::Layout layout, std::uint64_t size);

// Files that peers are measured over, by the names of the workloads: decode/bintensors-<layout>/<name>.
struct BintensorsPeerInput {
  std::string_view name;
  std::uint32_t tensors;
  Order order;
};
inline constexpr BintensorsPeerInput bintensors_peer_inputs[] = {
    {"written-100000", 100000, Order::written},
    {"shuffled-100000", 100000, Order::shuffled},
    {"written-1000000", 1000000, Order::written},
    {"shuffled-1000000", 1000000, Order::shuffled},
};

[[nodiscard]] constexpr std::string_view id_of(bintensors::Layout layout) noexcept {
  return layout == bintensors::Layout::v0 ? "bintensors-v0" : "bintensors-v1";
}

}  // namespace hallmark::benchmarks
