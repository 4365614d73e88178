// SPDX-License-Identifier: Apache-2.0
// How the costs of safetensors grow with the size of an input.
#include "benchmarks/growth/samples.hpp"
#include "benchmarks/safetensors/inputs.hpp"

namespace hallmark::benchmarks::growth {

void add_safetensors(Growth& all) {
  const Codec* codec = codec_named("safetensors");
  const auto tensors = [](Order order) {
    return [order](std::uint64_t size) { return safetensors_tensors(static_cast<std::uint32_t>(size / 100), order); };
  };
  const auto header = [](Header kind) { return [kind](std::uint64_t size) { return safetensors_header(kind, size); }; };
  all.subjects.push_back({codec, "safetensors/shuffled", tensors(Order::shuffled)});
  all.subjects.push_back({codec, "safetensors/data-shuffled", tensors(Order::data_shuffled)});
  all.subjects.push_back({codec, "safetensors/long-names", header(Header::long_prefixes)});
  all.subjects.push_back({codec, "safetensors/same-names", header(Header::same_names)});
  all.subjects.push_back(
      {codec, "safetensors/findings", overwritten(tensors(Order::written), "\"shape\"", "\"Shape\"")});
  add_encoder(all, *codec, "safetensors/shuffled", tensors(Order::shuffled), safetensors::decode);
}

}  // namespace hallmark::benchmarks::growth
