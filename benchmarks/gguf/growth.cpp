// SPDX-License-Identifier: Apache-2.0
// How the costs of GGUF grow with the size of an input.
#include "benchmarks/gguf/inputs.hpp"
#include "benchmarks/growth/samples.hpp"

namespace hallmark::benchmarks::growth {

void add_gguf(Growth& all) {
  const Codec* codec = codec_named("gguf");
  const auto tables = [](std::uint64_t size) {
    return gguf_tables(static_cast<std::uint32_t>(size / 128), TableOrder::shuffled);
  };
  all.subjects.push_back({codec, "gguf/shuffled", tables});
  all.subjects.push_back({codec, "gguf/tokens", [](std::uint64_t size) { return gguf_tokens(size / 15); }});
  all.subjects.push_back({codec, "gguf/findings", overwritten(tables, "config.value_", "!!")});
  all.subjects.push_back({codec, "gguf/same-keys", overwritten(tables, "config.value_", "000000")});
  all.subjects.push_back({codec, "gguf/same-names", overwritten(tables, "blk.", "000000")});
  add_encoder(all, *codec, "gguf/shuffled", tables, gguf::decode);
}

}  // namespace hallmark::benchmarks::growth
