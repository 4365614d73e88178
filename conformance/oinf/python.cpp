// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::python {
namespace {

// Metadata of OINF as Python gives them: key, type, blob with its own padding.
using Entry = std::tuple<std::string, std::string, nb::bytes>;

oinf::ValueType value_type(const std::string& name) {
  if (name == "bitset") return oinf::ValueType::bitset;
  if (name == "string") return oinf::ValueType::string;
  if (name == "ndarray") return oinf::ValueType::ndarray;
  const auto dtype = dtype_named(name);
  return dtype ? oinf::type_of(*dtype) : oinf::ValueType::none;
}

nb::object oinf_file(const std::vector<Given>& given, const std::vector<std::pair<std::string, std::uint64_t>>& sizes,
                     const std::vector<Entry>& metadata) {
  const Tensors tensors(given);
  std::vector<oinf::Sizevar> sizevars;
  for (const auto& [name, value] : sizes) sizevars.push_back({name, value});
  std::vector<oinf::Metadata> entries;
  for (const auto& [key, type, blob] : metadata) {
    entries.push_back({key, value_type(type), as_bytes({blob.c_str(), blob.size()})});
  }
  const oinf::ModelView model{sizevars, entries, tensors.views()};
  return encoded(oinf::encoded_size(model), oinf::encode_scratch(model),
                 [&](Scratch& own, std::span<std::byte> out) { return oinf::encode(model, own, out); });
}

// type_number is the number by which an OINF blob names the dtype of an array; 0 if OINF lacks it.
std::uint32_t type_number(const std::string& dtype) { return static_cast<std::uint32_t>(value_type(dtype)); }

}  // namespace

void add_oinf(nb::module_& module) {
  module.def("encode_oinf", &oinf_file, "tensors"_a, "sizes"_a, "metadata"_a);
  module.def("oinf_type", &type_number, "dtype"_a);
}

}  // namespace hallmark::python
