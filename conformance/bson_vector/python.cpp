// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::python {

void add_bson_vector(nb::module_& module) {
  const auto payload = [](std::uint8_t dtype, std::uint8_t padding, const nb::object& data, const nb::object& room) {
    const auto buffer = buffer_of(data);
    const bson_vector::VectorView vector{static_cast<bson_vector::VectorType>(dtype), padding, buffer->bytes()};
    return encoded_value(room, vector);
  };
  module.def("encode_bson_vector", payload, "dtype"_a, "padding"_a, "data"_a, "room"_a.none());
}

}  // namespace hallmark::python
