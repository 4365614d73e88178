// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::python {
namespace {

// A key, and the type and bytes of its value as that of an element.
using GivenPair = std::tuple<std::string, unsigned, nb::bytes>;

nb::object gguf_file(const std::vector<Given>& given, const std::vector<GivenPair>& metadata, std::uint32_t version,
                     const nb::object& room) {
  const Tensors tensors(given);
  std::vector<gguf::Pair> pairs;
  for (const auto& [key, type, content] : metadata) {
    const Bytes bytes = as_bytes(std::string_view(content.c_str(), content.size()));
    pairs.push_back({key, {}});
    (void)gguf::Elements({gguf::ValueType(type), 1, bytes}).next(pairs.back().value);
  }
  return encoded_value(room, gguf::FileView{version, false, pairs, tensors.views()});
}

}  // namespace

void add_gguf(nb::module_& module) {
  module.def("encode_gguf", &gguf_file, "tensors"_a, "metadata"_a, "version"_a, "room"_a.none());
}

}  // namespace hallmark::python
