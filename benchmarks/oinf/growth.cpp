// SPDX-License-Identifier: Apache-2.0
// How the costs of OINF grow with the size of an input.
#include "benchmarks/growth/samples.hpp"
#include "benchmarks/oinf/inputs.hpp"

namespace hallmark::benchmarks::growth {

void add_oinf(Growth& all) {
  const Codec* codec = codec_named("oinf");
  const auto tables = [](std::uint64_t size) {
    return oinf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  };
  all.subjects.push_back({codec, "oinf/shuffled", tables});
  all.subjects.push_back({codec, "oinf/metadata",
                          [](std::uint64_t size) { return oinf_metadata(static_cast<std::uint32_t>(size / 90)); }});
  all.subjects.push_back({codec, "oinf/findings", overwritten(tables, "dim_", "!!!!!!")});
  all.subjects.push_back({codec, "oinf/same-names", overwritten(tables, "dim_", "000000")});
  add_encoder(all, *codec, "oinf/shuffled", tables, oinf::decode);
}

}  // namespace hallmark::benchmarks::growth
