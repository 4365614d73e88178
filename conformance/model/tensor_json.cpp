#include "conformance/model/tensor_json.hpp"

#include "hallmark/core/writer.hpp"

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

std::uint64_t number_from(const Json& json, std::string_view where) try {
  return reports::number_from(json);
} catch (const std::runtime_error& error) {
  throw BadValue(std::string(where) + ": " + error.what());
}

DType dtype_from(const Json& json, const ArrayTerms& terms) {
  const auto& name = json.get_ref<const std::string&>();
  const auto dtype = dtype_named(name);
  if (!dtype || !terms.has(*dtype)) {
    throw BadValue(std::string(terms.where) + ": \"" + name + "\" is no dtype of the format");
  }
  return *dtype;
}

Bytes Owned::data(const Json& json) { return bytes(from_base64(json.at("base64").get_ref<const std::string&>())); }

Shape Owned::shape(const Json& json, std::string_view where) {
  const auto& sizes = json.get_ref<const Json::array_t&>();
  std::vector<std::byte> dimensions(sizes.size() * sizeof(std::uint64_t));
  Writer to(dimensions);
  for (const Json& size : sizes) to.u64le(number_from(size, std::string(where) + "/shape"));
  return Shape(bytes(std::move(dimensions)));
}

TensorView Owned::array(const Json& json, const ArrayTerms& terms) {
  TensorView array;
  array.dtype = dtype_from(json.at("dtype"), terms);
  array.shape = shape(json.at("shape"), terms.where);
  const Json& content = json.at("data");
  array.has_data = !(terms.may_lack_data && content.is_null());
  if (array.has_data) array.data = data(content);
  std::uint64_t size = 0;
  if (terms.whole && (!count_of(array.shape).bytes(size_of(array.dtype), size) || size != array.data.size())) {
    throw BadValue(std::string(terms.where) + ": the data does not match dtype and shape");
  }
  return array;
}

TensorView Owned::tensor(const Json& json, const ArrayTerms& terms) {
  TensorView tensor = array(json, terms);
  tensor.name = text(json.at("name"));
  return tensor;
}

}  // namespace hallmark::conformance
