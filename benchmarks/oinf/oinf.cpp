// SPDX-License-Identifier: Apache-2.0
// decode/oinf/<input> and encode/oinf/<input>, with floors for the same bytes. For tables an item is an entry, for
// other inputs a file.
#include <fmt/format.h>

#include "benchmarks/oinf/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

Work decode(const Sample& sample) { return decoding(*codec_named("oinf"), sample); }

constexpr std::uint32_t large = 200000;  // size variables, with half as many tensors: the performance goal
constexpr std::uint32_t small = 2000;    // for the gate

}  // namespace

Workloads workloads_oinf() {
  Workloads all;
  for (const TableOrder order : {TableOrder::sorted, TableOrder::shuffled}) {
    for (const std::uint32_t sizevars : {small, large}) {
      const std::uint32_t entries = sizevars + sizevars / 2;
      const std::string input = fmt::format("oinf/{}-{}", order == TableOrder::sorted ? "sorted" : "shuffled", entries);
      const auto tables = [=] { return oinf_tables(sizevars, order); };
      add_codec(all, *codec_named("oinf"), input, entries, tables, oinf::decode, sizevars == small);
    }
  }
  all.push_back(
      {"decode/oinf/declared-300000", [] { return decode(oinf_tables(large, TableOrder::sorted, Data::absent)); }});
  all.push_back({"decode/oinf/sorted-30000", [] { return decode(oinf_tables(20000, TableOrder::sorted)); }});
  for (const std::uint32_t count : {2000U, 100000U}) {
    all.push_back({fmt::format("decode/oinf/metadata-{}", count),
                   [=] { return of_items(count, decode(oinf_metadata(count))); }, count == 2000});
  }
  all.push_back({"decode/oinf/model-1GiB", [] { return of_items(1, decode(oinf_model(1U << 30))); }, true});
  for (const std::uint64_t mebibytes : {1, 64}) {
    all.push_back({fmt::format("decode/oinf/booleans-{}MiB", mebibytes),
                   [=] { return decode(oinf_booleans(mebibytes << 20)); }, mebibytes == 1});
  }
  // Tables and masks must be read completely.
  add_floors(all, "oinf/sorted-300000", [] { return oinf_tables(large, TableOrder::sorted); });
  add_floors(all, "oinf/booleans-64MiB", [] { return oinf_booleans(std::uint64_t{64} << 20); });
  return all;
}

}  // namespace hallmark::benchmarks
