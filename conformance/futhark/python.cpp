// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::python {
namespace {

nb::object futhark_stream(const std::vector<Given>& given, bool text, const nb::object& room) {
  const Tensors tensors(given);
  return encoded_value(room, futhark::ValueList{tensors.views(), {.form = text ? Form::text : Form::binary}});
}

}  // namespace

void add_futhark(nb::module_& module) {
  module.def("encode_futhark", &futhark_stream, "values"_a, "text"_a, "room"_a.none());
}

}  // namespace hallmark::python
