// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::python {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

nb::object bintensors_file(const std::string& format, const std::vector<Given>& given,
                           const std::optional<Pairs>& metadata, const nb::object& room) {
  const auto layout = format == "bintensors-v0" ? bintensors::Layout::v0 : bintensors::Layout::v1;
  const Tensors tensors(given);
  std::vector<bintensors::Pair> pairs;
  if (metadata) {
    for (const auto& [key, value] : *metadata) pairs.push_back({key, value});
  }
  const bintensors::Model model{metadata.has_value(), pairs, tensors.views()};
  conformance::ScratchMemory memory;
  const std::uint64_t scratch = bintensors::encode_scratch(layout, model);
  return encoded(room, bintensors::encoded_size(layout, model, memory.of(scratch)), scratch,
                 [&](Scratch& own, std::span<std::byte> out) { return bintensors::encode(layout, model, own, out); });
}

}  // namespace

void add_bintensors(nb::module_& module) {
  module.def("encode_bintensors", &bintensors_file, "format"_a, "tensors"_a, "metadata"_a.none(), "room"_a.none());
}

}  // namespace hallmark::python
