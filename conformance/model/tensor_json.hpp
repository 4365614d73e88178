// Converts TENSOR of the common model (README.md beside this file) to JSON and back, for the models of all families. An
// array has no name, a tensor has one.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/model.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// array_entry has "dtype", "shape" and "data" (null if there are none); tensor_entry also has "name".
[[nodiscard]] Entry array_entry(const TensorView& array);
[[nodiscard]] Entry tensor_entry(const TensorView& tensor);

// number_from reads an integer from 0 to 2^64-1 in either form; throws BadValue, which names `where`.
[[nodiscard]] std::uint64_t number_from(const Json& json, std::string_view where);

// ArrayTerms are the requirements of a format on its arrays and tensors.
struct ArrayTerms {
  bool (*has)(DType dtype) = nullptr;  // the format has the dtype
  std::string_view where;              // place of the arrays in a value, for messages: "/tensors"
  bool may_lack_data = false;          // data may be null: they are stored elsewhere
  bool whole = false;                  // the data must fill dtype and shape: an encoder could not see the difference
};

// dtype_from throws BadValue for a dtype that the format does not have.
[[nodiscard]] DType dtype_from(const Json& json, const ArrayTerms& terms);

// Owned creates views from JSON and owns their memory, in deques, which never move their elements. All functions throw
// BadValue or Json::exception for JSON that does not fit the model.
class Owned {
 public:
  std::string_view text(std::string text) { return texts_.emplace_back(std::move(text)); }
  std::string_view text(const Json& json) { return text(json.get_ref<const std::string&>()); }
  Bytes bytes(std::vector<std::byte> bytes) { return blobs_.emplace_back(std::move(bytes)); }
  Bytes data(const Json& json);
  Shape shape(const Json& json, std::string_view where);
  // array reads "dtype", "shape" and "data"; tensor also "name".
  TensorView array(const Json& json, const ArrayTerms& terms);
  TensorView tensor(const Json& json, const ArrayTerms& terms);

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<std::byte>> blobs_;
};

}  // namespace hallmark::conformance
