// SPDX-License-Identifier: Apache-2.0
// How the costs of BinTensors grow with the size of an input.
#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/growth/samples.hpp"

namespace hallmark::benchmarks::growth {

void add_bintensors(Growth& all) {
  constexpr std::uint64_t tensor = 50;  // bytes, about
  for (const bintensors::Layout layout : {bintensors::Layout::v0, bintensors::Layout::v1}) {
    const std::string id(id_of(layout));
    const auto tensors = [layout](std::uint64_t size) {
      return bintensors_tensors(layout, static_cast<std::uint32_t>(size / tensor), Order::shuffled);
    };
    all.subjects.push_back({codec_named(id), id + "/shuffled", tensors});
    // The names of all layers become that of the first.
    all.subjects.push_back({codec_named(id), id + "/findings", overwritten(tensors, "layer.", "000000")});
    all.encoders.push_back({"encode/" + id + "/shuffled", [layout](std::uint64_t size) {
                              return encode_bintensors(layout, static_cast<std::uint32_t>(size / tensor),
                                                       Order::shuffled);
                            }});
  }
}

}  // namespace hallmark::benchmarks::growth
