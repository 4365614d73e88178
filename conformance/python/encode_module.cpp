// Encoders in Python: what hallmark.dump calls. Each gives the bytes, or the finding that refuses the value.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <utility>

#include "conformance/model/scratch_memory.hpp"
#include "conformance/python/input.hpp"
#include "conformance/python/module.hpp"
#include "hallmark/bintensors.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/kserve.hpp"
#include "hallmark/oinf.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using Dimensions = std::vector<std::uint64_t>;
// A tensor as Python gives it: name, dtype, shape, and a buffer of its bytes, little-endian; None if it has no data.
using Given = std::tuple<std::string, std::string, Dimensions, nb::object>;

// Tensors are views of what Python gave, and keep it.
class Tensors {
 public:
  explicit Tensors(const std::vector<Given>& given) {
    for (const auto& [name, dtype, shape, data] : given) {
      const auto known = dtype_named(dtype);
      if (!known) throw nb::value_error(("no format has the dtype " + dtype).c_str());
      std::vector<std::byte>& row = rows_.emplace_back(shape.size() * sizeof(std::uint64_t));
      for (std::size_t axis = 0; axis < shape.size(); ++axis)
        store_le(row.data() + axis * sizeof(std::uint64_t), shape[axis]);
      const Bytes bytes = data.is_none() ? Bytes() : buffers_.emplace_back(buffer_of(data))->bytes();
      views_.push_back({name, *known, Shape(row), bytes, !data.is_none()});
    }
  }

  [[nodiscard]] const std::vector<TensorView>& views() const noexcept { return views_; }

 private:
  std::deque<std::vector<std::byte>> rows_;
  std::vector<std::unique_ptr<Input>> buffers_;
  std::vector<TensorView> views_;
};

// encoded runs an encoder in memory of `size` bytes, without the GIL.
template <class Encode>
nb::object encoded(std::uint64_t size, const Encode& encode) {
  if (size > PY_SSIZE_T_MAX) throw std::bad_alloc();
  nb::object bytes = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  if (!bytes.is_valid()) nb::raise_python_error();
  const std::span out(reinterpret_cast<std::byte*>(PyBytes_AsString(bytes.ptr())), static_cast<std::size_t>(size));
  Encoded done;
  {
    nb::gil_scoped_release released;
    done = encode(out);
  }
  if (!done) return nb::cast(reports::describe(done.refusal, Severity::error, done.refusal.field));
  return bytes;
}

// with_scratch passes working memory of a size that it takes the GIL back for no longer than needed.
template <class Encode>
nb::object encoded(std::uint64_t size, std::uint64_t scratch_size, const Encode& encode) {
  return encoded(size, [&](std::span<std::byte> out) {
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(scratch_size);
    return encode(scratch, out);
  });
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

nb::object bintensors_file(const std::string& format, const std::vector<Given>& given,
                           const std::optional<Pairs>& metadata) {
  const auto layout = format == "bintensors-v0" ? bintensors::Layout::v0 : bintensors::Layout::v1;
  const Tensors tensors(given);
  std::vector<bintensors::Pair> pairs;
  if (metadata) {
    for (const auto& [key, value] : *metadata) pairs.push_back({key, value});
  }
  const bintensors::Model model{metadata.has_value(), pairs, tensors.views()};
  conformance::ScratchMemory memory;
  const std::uint64_t scratch = bintensors::encode_scratch(layout, model);
  return encoded(bintensors::encoded_size(layout, model, memory.of(scratch)), scratch,
                 [&](Scratch& own, std::span<std::byte> out) { return bintensors::encode(layout, model, own, out); });
}

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

nb::object futhark_stream(const std::vector<Given>& given, bool text) {
  const Tensors tensors(given);
  const futhark::ValueList list{tensors.views(), {.form = text ? Form::text : Form::binary}};
  return encoded(futhark::encoded_size(list), 0,
                 [&](Scratch& own, std::span<std::byte> out) { return futhark::encode(list, own, out); });
}

nb::object bson_vector_payload(std::uint8_t dtype, std::uint8_t padding, nb::object data) {
  const auto buffer = buffer_of(data);
  const bson_vector::VectorView vector{static_cast<bson_vector::VectorType>(dtype), padding, buffer->bytes()};
  return encoded(bson_vector::encoded_size(vector), 0,
                 [&](Scratch& own, std::span<std::byte> out) { return bson_vector::encode(vector, own, out); });
}

// `members` is a JSON object: what a body holds beside its tensors.
nb::object kserve_body(const std::string& format, const std::vector<Given>& given, const std::string& members,
                       bool binary) {
  const auto role = format == "kserve-request" ? kserve::Role::request : kserve::Role::response;
  const Tensors tensors(given);
  std::vector<kserve::MessageTensor> list;
  for (const TensorView& view : tensors.views()) {
    list.push_back({view, binary ? kserve::Encoding::binary : kserve::Encoding::json, {}, {}, {}});
  }
  const kserve::MessageView message{as_bytes(members), 0, list};
  return encoded(kserve::encoded_size(role, message), kserve::encode_scratch(role, message),
                 [&](Scratch& own, std::span<std::byte> out) { return kserve::encode(role, message, own, out); });
}

// One call of the encoder of BSON: its kind, the key if it has one, what it writes.
using Step = std::tuple<std::string, std::string, nb::object>;
// A vector: its dtype, padding and bytes.
using Vector = std::tuple<std::uint8_t, std::uint8_t, nb::object>;

void take(bson::Builder& builder, const std::string& kind, const std::string& key, const nb::object& value) {
  if (kind == "begin") return builder.begin_document();
  if (kind == "document") return builder.begin_document(key);
  if (kind == "array") return builder.begin_array(key);
  if (kind == "end") return builder.end();
  if (kind == "null") return builder.null(key);
  if (kind == "boolean") return builder.boolean(key, nb::cast<bool>(value));
  if (kind == "int32") return builder.int32(key, nb::cast<std::int32_t>(value));
  if (kind == "int64") return builder.int64(key, nb::cast<std::int64_t>(value));
  if (kind == "number") return builder.number(key, nb::cast<double>(value));
  if (kind == "string" || kind == "binary") {
    const auto bytes = nb::cast<nb::bytes>(value);
    const std::string_view given(bytes.c_str(), bytes.size());
    return kind == "string" ? builder.string(key, given) : builder.binary(key, 0, as_bytes(given));
  }
  const auto [dtype, padding, data] = nb::cast<Vector>(value);
  const auto buffer = buffer_of(data);
  builder.vector(key, {static_cast<bson_vector::VectorType>(dtype), padding, buffer->bytes()});
}

nb::object bson_documents(const std::vector<Step>& steps) {
  const auto written = [&](std::span<std::byte> out) {
    bson::Builder builder(out);
    for (const auto& [kind, key, value] : steps) take(builder, kind, key, value);
    return builder.finish();
  };
  const std::uint64_t size = written({}).size;
  return encoded(size, [&](std::span<std::byte> out) {
    const nb::gil_scoped_acquire held;
    return written(out);
  });
}

}  // namespace

void add_encoders(nb::module_& module) {
  module.def("encode_bintensors", &bintensors_file, "format"_a, "tensors"_a, "metadata"_a.none());
  module.def("encode_oinf", &oinf_file, "tensors"_a, "sizes"_a, "metadata"_a);
  module.def("oinf_type", &type_number, "dtype"_a);
  module.def("encode_futhark", &futhark_stream, "values"_a, "text"_a);
  module.def("encode_bson_vector", &bson_vector_payload, "dtype"_a, "padding"_a, "data"_a);
  module.def("encode_bson", &bson_documents, "steps"_a);
  module.def("encode_kserve", &kserve_body, "format"_a, "tensors"_a, "members"_a, "binary"_a);
}

}  // namespace hallmark::python
