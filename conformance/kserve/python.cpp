// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::python {
namespace {

// `members` is a JSON object: what a body holds beside its tensors.
nb::object kserve_body(const std::string& format, const std::vector<Given>& given, const std::string& members,
                       bool binary, const nb::object& room) {
  const auto role = format == "kserve-request" ? kserve::Role::request : kserve::Role::response;
  const Tensors tensors(given);
  std::vector<kserve::MessageTensor> list;
  for (const TensorView& view : tensors.views()) {
    list.push_back({view, binary ? kserve::Encoding::binary : kserve::Encoding::json, {}, {}, {}});
  }
  return encoded_value(room, role, kserve::MessageView{as_bytes(members), 0, list});
}

}  // namespace

void add_kserve(nb::module_& module) {
  module.def("encode_kserve", &kserve_body, "format"_a, "tensors"_a, "members"_a, "binary"_a, "room"_a.none());
}

}  // namespace hallmark::python
