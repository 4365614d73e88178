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
  const auto marked = [tables](std::string_view mark, std::string_view text) {
    return [=](std::uint64_t size) { return overwritten(tables(size), mark, text); };
  };
  all.subjects.push_back({codec, "gguf/findings", marked("config.value_", "!!")});
  all.subjects.push_back({codec, "gguf/same-keys", marked("config.value_", "000000")});
  all.subjects.push_back({codec, "gguf/same-names", marked("blk.", "000000")});
  all.encoders.push_back(
      {"encode/gguf/shuffled", [=](std::uint64_t size) { return encoding_of(*codec, 1, tables(size), gguf::decode); }});
}

}  // namespace hallmark::benchmarks::growth
