// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/safetensors.hpp"

namespace hallmark::python {

void add_safetensors(nb::module_& module) {
  module.def("encode_safetensors", &encoded_model<safetensors::FileView, safetensors::Pair>, "tensors"_a,
             "metadata"_a.none(), "room"_a.none());
}

}  // namespace hallmark::python
