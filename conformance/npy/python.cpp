// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls. And dtypes as NumPy takes them.
#include "codecs/core/findings.hpp"
#include "conformance/npy/literal.hpp"
#include "conformance/python/contents.hpp"
#include "conformance/python/encode.hpp"

namespace hallmark::npy {
namespace {

namespace nb = nanobind;

nb::object text(std::string_view utf8) {
  nb::object made = nb::steal(PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), nullptr));
  if (!made.is_valid()) nb::raise_python_error();  // a name in a file that was changed
  return made;
}

// described returns what numpy.dtype takes: padding lies between the offsets of the fields. `left` is how many levels
// of structures there may be.
nb::object described(const Type& type, unsigned left) {
  if (type.kind != TypeKind::structure) return text(type_text(type));
  if (left == 0) throw nb::value_error("NumPy has no dtype of so many levels; raw() reads the bytes");
  nb::list names;
  nb::list titles;
  nb::list formats;
  nb::list offsets;
  Fields fields = type.fields;
  for (Field field; fields.next(field);) {
    if (field.is_padding) continue;
    names.append(text(field.name));
    titles.append(field.has_title ? text(field.title) : nb::none());
    const nb::object one = described(field.type, left - 1);
    formats.append(
        field.shape.rank() == 0
            ? one
            : nb::make_tuple(one, nb::tuple(nb::cast(python::Dimensions(field.shape.begin(), field.shape.end())))));
    offsets.append(field.offset);
  }
  nb::dict all;
  all["names"] = names;
  all["titles"] = titles;
  all["formats"] = formats;
  all["offsets"] = offsets;
  all["itemsize"] = type.size;
  return all;
}

// Booleans are judged in the data. A structure may have some.
bool judges_data(TypeKind kind) { return kind == TypeKind::boolean || kind == TypeKind::structure; }

Violation contents(Input header, Bytes whole, Scratch& scratch, const Options& options, ContentSink& sink,
                   python::NumpyLayout& layout) {
  Scratch again = scratch;
  auto file = decode(header, scratch, options);
  if (file && judges_data(file->type.kind) && !header.whole()) file = decode(whole, again, options);
  if (!file) return file.violation();
  std::uint64_t size = 0;
  (void)count_of(file->shape).bytes(file->type.size, size);
  const std::uint64_t begin = header_size(header.window);
  const Bytes data = Input(whole).slice(begin, begin + size);
  (void)sink.tensor({{}, dtype_of(file->type), true, file->shape, data}, FieldPlace());
  layout = [type = file->type, order = file->fortran_order ? "F" : "C"] {
    return nb::make_tuple(described(type, default_max_depth), order);
  };
  return {};
}

// The dtype is a literal, as it stands in a header; the bytes lie as `fortran_order` says.
nb::object npy_file(const std::string& descr, const python::Dimensions& shape, bool fortran_order,
                    const nb::object& data, const nb::object& room) {
  const auto type = opened_type(descr);
  if (!type) return nb::cast(reports::describe(type.violation(), Severity::error, type.violation().field));
  conformance::Arena arena;
  const auto buffer = python::buffer_of(data);
  return python::encoded_value(room, FileView{1, fortran_order, true, *type, arena.shape(shape), buffer->bytes()});
}

}  // namespace
}  // namespace hallmark::npy

namespace hallmark::python {

void add_npy(nb::module_& module) {
  set_layout(*codec_named("npy"), npy::contents);
  module.def("encode_npy", &npy::npy_file, "descr"_a, "shape"_a, "fortran_order"_a, "data"_a, "room"_a.none());
}

}  // namespace hallmark::python
