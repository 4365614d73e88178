// SPDX-License-Identifier: Apache-2.0
// Converts TENSOR of the common model (README.md beside this file) to JSON and back, for the models of all families. An
// array has no name, a tensor has one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/arena.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/opened.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// array_entry has "dtype", "shape" and "data" (null if there are none); tensor_entry also has "name".
[[nodiscard]] Entry array_entry(const TensorView& array);
[[nodiscard]] Entry tensor_entry(const TensorView& tensor);

// ArrayTerms are the requirements of a format on its arrays and tensors.
struct ArrayTerms {
  bool (*has)(DType dtype) = nullptr;  // the format has the dtype
  bool may_lack_data = false;          // data may be null: they are stored elsewhere
  bool whole = false;                  // the data must fill dtype and shape: an encoder could not see the difference
};

// dtype_from throws BadValue for a dtype that the format does not have.
[[nodiscard]] DType dtype_from(const JsonAt& at, const ArrayTerms& terms);

// Owned creates views from JSON and owns their memory. All functions throw BadValue for JSON that does not fit the
// model.
class Owned : public Arena {
 public:
  using Arena::text;
  std::string_view text(const JsonAt& at) { return text(at.text()); }
  // data reads {"base64": TEXT}.
  Bytes data(const JsonAt& at) { return bytes(from_base64(at["base64"])); }
  // pairs reads an object of texts; null has none.
  template <class Pair>
  std::vector<Pair> pairs(const JsonAt& at) {
    std::vector<Pair> all;
    if (at.json().is_null()) return all;
    at.members([&](const std::string& key, const JsonAt& value) { all.push_back({text(key), text(value)}); });
    return all;
  }
  Shape shape(const JsonAt& at) { return Arena::shape(at.list(&JsonAt::count)); }
  // array reads "dtype", "shape" and "data"; tensor also "name".
  TensorView array(const JsonAt& at, const ArrayTerms& terms);
  TensorView tensor(const JsonAt& at, const ArrayTerms& terms);
};

}  // namespace hallmark::conformance
