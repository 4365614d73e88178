// SPDX-License-Identifier: Apache-2.0
// How the costs of GGUF grow with the size of an input.
#include "benchmarks/growth/samples.hpp"
#include "benchmarks/gguf/inputs.hpp"

namespace hallmark::benchmarks::growth {

void add_gguf(Growth& all) {
  const Codec* codec = codec_named("gguf");
  const auto tables = [](std::uint64_t size) {
    return gguf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  };
  all.subjects.push_back({codec, "gguf/shuffled", tables});
  all.subjects.push_back({codec, "gguf/metadata",
                          [](std::uint64_t size) { return gguf_metadata(static_cast<std::uint32_t>(size / 90)); }});
  all.subjects.push_back(
      {codec, "gguf/findings", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "!!!!!!"); }});
  all.subjects.push_back(
      {codec, "gguf/same-names", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "000000"); }});
  all.encoders.push_back(
      {"encode/gguf/shuffled", [tables](std::uint64_t size) { return encode_gguf(tables(size), 1); }});
}

}  // namespace hallmark::benchmarks::growth
