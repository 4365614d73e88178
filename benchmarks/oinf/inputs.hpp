// The files over which `oinf` and its peers are measured, made from a seed: the same bytes on every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "benchmarks/harness/untouchable.hpp"

namespace hallmark::benchmarks {

using File = std::vector<std::byte>;

// Order is that of the names in a table and of the blobs behind it.
enum class Order : std::uint8_t { sorted, shuffled };

// Data says whether tensors have any: 16 bytes each, or none, as in a file that only declares them.
enum class Data : std::uint8_t { present, absent };

// oinf_tables gives a file of `sizevars` size variables and half as many f32 tensors of 2 × 2 elements, with names as
// models have them.
[[nodiscard]] File oinf_tables(std::uint32_t sizevars, Order order, Data data = Data::present);

// oinf_metadata gives a file of `count` values: u32, STRING, BITSET and NDARRAY in turn.
[[nodiscard]] File oinf_metadata(std::uint32_t count);

// oinf_booleans gives a file of 16 BOOL tensors, `size` bytes together.
[[nodiscard]] File oinf_booleans(std::uint64_t size);

// oinf_model gives a file of 256 f32 tensors, `size` bytes together, that may not be touched.
[[nodiscard]] Untouchable oinf_model(std::uint64_t size);

// Files that peers are measured over, by the names of the workloads: decode/oinf/<name>.
struct OinfPeerInput {
  std::string_view name;
  File (*make)();
};
inline constexpr OinfPeerInput oinf_peer_inputs[] = {
    {"declared-300000", [] { return oinf_tables(200000, Order::sorted, Data::absent); }},
    {"sorted-30000", [] { return oinf_tables(20000, Order::sorted); }},
};

}  // namespace hallmark::benchmarks
