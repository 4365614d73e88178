// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/safetensors.hpp"

namespace hallmark::python {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

nb::object safetensors_file(const std::vector<Given>& given, const std::optional<Pairs>& metadata,
                            const nb::object& room) {
  const Tensors tensors(given);
  std::vector<safetensors::Pair> pairs;
  if (metadata) {
    for (const auto& [key, value] : *metadata) pairs.push_back({key, value});
  }
  const safetensors::FileView file{metadata.has_value(), pairs, tensors.views()};
  conformance::ScratchMemory memory;
  const std::uint64_t scratch = safetensors::encode_scratch(file);
  return encoded(room, safetensors::encoded_size(file, memory.of(scratch)), scratch,
                 [&](Scratch& own, std::span<std::byte> out) { return safetensors::encode(file, own, out); });
}

}  // namespace

void add_safetensors(nb::module_& module) {
  module.def("encode_safetensors", &safetensors_file, "tensors"_a, "metadata"_a.none(), "room"_a.none());
}

}  // namespace hallmark::python
