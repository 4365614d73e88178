// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "codecs/oinf/writer.hpp"
#include "conformance/model/arena.hpp"
#include "conformance/python/encode.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::python {
namespace {

// Text of a key; or else an array, or an element if it is no array.
using Value = std::tuple<std::string, std::optional<std::string>, Given, bool>;

oinf::Metadata entry_of(const Value& value, const TensorView& array, conformance::Arena& arena) {
  const auto& [key, text, given, is_array] = value;
  if (text) return {key, oinf::ValueType::string, arena.put([&](Writer& to) { oinf::put_string(to, *text); })};
  if (!is_array) return {key, oinf::type_of(array.dtype), array.data};
  return {key, oinf::ValueType::ndarray, arena.put([&](Writer& to) { oinf::put_ndarray(to, array); })};
}

nb::object oinf_file(const std::vector<Given>& given, const std::vector<std::pair<std::string, std::uint64_t>>& sizes,
                     const std::vector<Value>& metadata, const nb::object& room) {
  const Tensors tensors(given);
  std::vector<oinf::Sizevar> sizevars;
  for (const auto& [name, value] : sizes) sizevars.push_back({name, value});
  std::vector<Given> values;
  for (const Value& value : metadata) values.push_back(std::get<Given>(value));
  const Tensors arrays(values);
  conformance::Arena arena;
  std::vector<oinf::Metadata> entries;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    entries.push_back(entry_of(metadata[i], arrays.views()[i], arena));
  }
  return encoded_value(room, oinf::ModelView{sizevars, entries, tensors.views()});
}

}  // namespace

void add_oinf(nb::module_& module) {
  module.def("encode_oinf", &oinf_file, "tensors"_a, "sizes"_a, "metadata"_a, "room"_a.none());
}

}  // namespace hallmark::python
