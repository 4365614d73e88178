// TENSOR of the common model (contract, section 4) as JSON, both ways: what the models of families share. Values
// without a name are arrays here, those with one are tensors.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/model.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// array_entry has "dtype", "shape" and "data", null where there are none; tensor_entry has "name" too.
[[nodiscard]] Entry array_entry(const TensorView& array);
[[nodiscard]] Entry tensor_entry(const TensorView& tensor);

// number_from reads an integer from 0 to 2^64-1 in either form; throws BadValue, which says `where`.
[[nodiscard]] std::uint64_t number_from(const Json& json, std::string_view where);

// ArrayTerms is what a format asks of its arrays and tensors.
struct ArrayTerms {
  bool (*has)(DType dtype) = nullptr;  // whether the format has that dtype
  std::string_view where;              // of the arrays in a value, for messages: "/tensors"
  bool may_lack_data = false;          // data may be null: they live elsewhere
};

// dtype_from throws BadValue for a name that is no dtype of the format.
[[nodiscard]] DType dtype_from(const Json& json, const ArrayTerms& terms);

// Owned makes views from JSON and holds what they point at; a deque never moves what it holds. Everything throws
// BadValue or Json::exception for JSON that is not of the model.
class Owned {
 public:
  std::string_view text(std::string text) { return texts_.emplace_back(std::move(text)); }
  std::string_view text(const Json& json) { return text(json.get_ref<const std::string&>()); }
  Bytes bytes(std::vector<std::byte> bytes) { return blobs_.emplace_back(std::move(bytes)); }
  Bytes data(const Json& json);
  Shape shape(const Json& json, std::string_view where);
  // array reads "dtype", "shape" and "data"; tensor "name" too.
  TensorView array(const Json& json, const ArrayTerms& terms);
  TensorView tensor(const Json& json, const ArrayTerms& terms);

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<std::byte>> blobs_;
};

}  // namespace hallmark::conformance
