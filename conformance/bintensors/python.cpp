// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::python {
namespace {

nb::object bintensors_file(const std::string& format, const std::vector<Given>& given,
                           const std::optional<Pairs>& metadata, const nb::object& room) {
  const auto layout = format == "bintensors-v0" ? bintensors::Layout::v0 : bintensors::Layout::v1;
  return encoded_model<bintensors::Model, bintensors::Pair>(given, metadata, room, layout);
}

}  // namespace

void add_bintensors(nb::module_& module) {
  module.def("encode_bintensors", &bintensors_file, "format"_a, "tensors"_a, "metadata"_a.none(), "room"_a.none());
}

}  // namespace hallmark::python
