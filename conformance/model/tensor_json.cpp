// SPDX-License-Identifier: Apache-2.0
#include "conformance/model/tensor_json.hpp"

namespace hallmark::conformance {

Entry array_entry(const TensorView& array) {
  return {.key = "",
          .name = "",
          .members = {{"dtype", name_of(array.dtype)}},
          .shape = array.shape,
          .holds = array.has_data ? Entry::Holds::data : Entry::Holds::nothing,
          .content = array.data};
}

Entry tensor_entry(const TensorView& tensor) {
  Entry entry = array_entry(tensor);
  entry.key = "name";
  entry.name = tensor.name;
  return entry;
}

DType dtype_from(const JsonAt& at, const ArrayTerms& terms) {
  const auto dtype = dtype_named(at.text());
  if (!dtype || !terms.has(*dtype)) at.fail('"' + at.text() + "\" is no dtype of the format");
  return *dtype;
}

TensorView Owned::array(const JsonAt& at, const ArrayTerms& terms) {
  TensorView array;
  array.dtype = dtype_from(at["dtype"], terms);
  array.shape = shape(at["shape"]);
  const JsonAt content = at["data"];
  array.has_data = !(terms.may_lack_data && content.json().is_null());
  if (array.has_data) array.data = data(content);
  std::uint64_t size = 0;
  if (terms.whole && (count_of(array.shape).data(array.dtype, size) != DataSize::whole || size != array.data.size())) {
    at.fail("the data does not match dtype and shape");
  }
  return array;
}

TensorView Owned::tensor(const JsonAt& at, const ArrayTerms& terms) {
  TensorView tensor = array(at, terms);
  tensor.name = text(at["name"]);
  return tensor;
}

}  // namespace hallmark::conformance
