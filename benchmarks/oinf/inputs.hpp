// Input files for the OINF benchmarks and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "benchmarks/harness/untouchable.hpp"
#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {

using File = std::vector<std::byte>;

// TableOrder is the order of the names in a table and of the blobs after it.
enum class TableOrder : std::uint8_t { sorted, shuffled };

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
[[nodiscard]] Untouchable oinf_model(std::uint64_t size);

// encode_oinf encodes what is in a file.
[[nodiscard]] Work encode_oinf(File file, std::uint64_t entries);

// The tables of the workloads decode/oinf/<name>.
struct OinfInput {
  std::string_view name;
  File (*make)();
};
inline constexpr OinfInput oinf_inputs[] = {
    {"declared-300000", [] { return oinf_tables(200000, TableOrder::sorted, Data::absent); }},
    {"sorted-30000", [] { return oinf_tables(20000, TableOrder::sorted); }},
};

}  // namespace hallmark::benchmarks
