// Inputs in Python: hallmark.validate, and the tables behind hallmark.open.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <system_error>

#include "conformance/model/model.hpp"
#include "conformance/python/arrays.hpp"
#include "conformance/python/choices.hpp"
#include "conformance/python/contents.hpp"
#include "conformance/python/judgement.hpp"
#include "conformance/python/module.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

std::string text_of(nb::bytes bytes) { return {bytes.c_str(), bytes.size()}; }

// Raised with the GIL: an OSError, of the subclass that its number has.
[[noreturn]] void raise(const std::system_error& error, const std::string& path) {
  nb::object name = nb::steal(PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size())));
  errno = error.code().value();
  PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name.ptr());
  nb::raise_python_error();
}

// validate judges the file `path`, or `data` under that name.
Judgement validate(nb::bytes path, std::optional<nb::object> data, bool named, const Choices& choices,
                   std::uint64_t max_errors) {
  const conformance::ExaminerSettings settings = settings_of(choices, max_errors);
  conformance::Source source{.path = text_of(path), .problem = "", .standard_input = !named};
  std::unique_ptr<Input> input;
  if (data) {
    input = buffer_of(*data);
    source.content = input->bytes();
  }
  nb::gil_scoped_release released;
  return judge(source, settings);
}

// File is what hallmark.open returns the arrays of. The arrays own it, and it owns their memory; its buffer is the
// input, so that NumPy knows that it may not be written to.
class File {
 public:
  Contents contents;
  nb::object dtypes;  // of numpy, by DType; None where there is none

  [[nodiscard]] const Array& at(std::size_t index) const {
    if (index >= contents.tensors().size()) throw nb::index_error();
    return contents.tensors()[index];
  }
};

// open returns null where the input is not valid.
std::optional<nb::object> open(nb::bytes path, std::optional<nb::object> data, nb::object dtypes,
                               const Choices& choices) {
  const std::string name = text_of(path);
  Contents::Settings settings{.format = choices.format, .options = options_of(choices), .max_alloc = choices.max_alloc};
  settings.options.header_length = choices.header_length;
  auto file = std::make_unique<File>();
  file->dtypes = std::move(dtypes);
  std::unique_ptr<Input> input = data ? buffer_of(*data) : nullptr;
  bool valid = false;
  std::optional<std::system_error> failure;
  {
    nb::gil_scoped_release released;
    try {
      if (!input) input = mapped_file(name);
      valid = file->contents.read(std::move(input), name, settings);
    } catch (const std::system_error& error) {
      failure = error;
    }
  }
  if (failure) raise(*failure, name);
  if (!valid) return std::nullopt;
  return nb::cast(file.release(), nb::rv_policy::take_ownership);
}

nb::object text_in_python(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

// array_in_python returns None for a dtype that NumPy lacks, if none is given.
nb::object array_in_python(nb::handle self, const File& file, const Array& array, nb::object dtype = nb::none()) {
  if (dtype.is_none()) dtype = file.dtypes[static_cast<std::size_t>(array.dtype)];
  if (dtype.is_none()) return nb::none();
  if (array.bits) {
    const std::uint64_t bytes = array.data.size();
    return array_over(self, dtype, {&bytes, 1}, array.data);
  }
  return array_over(self, dtype, {file.contents.dimensions(array), array.rank}, array.data);
}

nb::object shape_in_python(const File& file, const Array& array) {
  nb::list shape;
  for (std::uint32_t axis = 0; axis < array.rank; ++axis) shape.append(file.contents.dimensions(array)[axis]);
  return nb::tuple(shape);
}

// Elements of `bytes`: 4 bytes of length each, then as many bytes.
nb::list elements(const Array& array) {
  nb::list list;
  for (Bytes left = array.data; left.size() >= sizeof(std::uint32_t);) {
    const auto size = std::min<std::size_t>(load_le<std::uint32_t>(left.data()), left.size() - sizeof(std::uint32_t));
    list.append(nb::bytes(left.data() + sizeof(std::uint32_t), size));
    left = left.subspan(sizeof(std::uint32_t) + size);
  }
  return list;
}

// index returns a dictionary from keys to places, without what has no data; or the first key that occurs twice.
nb::object index(const File& file) {
  nb::dict dict;
  std::size_t place = 0;
  std::size_t entries = 0;
  for (const Array& array : file.contents.tensors()) {
    if (array.has_data) {
      const nb::object name = text_in_python(array.name);
      dict[name] = place;
      if (nb::len(dict) != ++entries) return name;
    }
    ++place;
  }
  return dict;
}

nb::list numbers(const File& file) {
  nb::list list;
  for (const Fact& fact : file.contents.facts()) {
    if (fact.holds == Fact::Holds::number) list.append(nb::make_tuple(text_in_python(fact.name), fact.number));
  }
  return list;
}

// facts returns kind, name and value of all that are no numbers; of bits, the bytes that hold them, and their number.
nb::list facts(nb::handle self) {
  const auto& file = nb::cast<const File&>(self);
  nb::list list;
  for (const Fact& fact : file.contents.facts()) {
    if (fact.holds == Fact::Holds::number) continue;
    const nb::object name = text_in_python(fact.name);
    if (fact.holds == Fact::Holds::text) {
      list.append(nb::make_tuple("text", name, text_in_python(fact.text), 0));
      continue;
    }
    const std::uint64_t bits = fact.array.bits ? file.contents.dimensions(fact.array)[0] : 0;
    const char* kind = fact.array.bits ? "bits" : fact.holds == Fact::Holds::scalar ? "scalar" : "array";
    list.append(nb::make_tuple(kind, name, array_in_python(self, file, fact.array), bits));
  }
  return list;
}

// same_value compares two values of the common model, given as JSON.
bool same_value(const std::string& format, const std::string& a, const std::string& b) {
  const conformance::Model* model = conformance::model_named(format);
  if (model == nullptr) throw nb::value_error(("unknown format \"" + format + "\"").c_str());
  const auto parsed = [&](const std::string& text) {
    return conformance::in_order(*model, reports::parse_json(text, reports::most_value_levels));
  };
  return conformance::same_value(parsed(a), parsed(b));
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const Bytes bytes = nb::inst_ptr<File>(self)->contents.input().bytes();
  return PyBuffer_FillInfo(view, self, const_cast<std::byte*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()), 1,
                           flags);
}

PyType_Slot buffer_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

}  // namespace

void add_files(nb::module_& module) {
  nb::class_<Choices>(module, "Choices")
      .def(nb::init<>())
      .def_rw("format", &Choices::format)
      .def_rw("profile", &Choices::profile)
      .def_rw("header_length", &Choices::header_length)
      .def_rw("max_alloc", &Choices::max_alloc)
      .def_rw("max_depth", &Choices::max_depth)
      .def_rw("max_rank", &Choices::max_rank);
  module.def("validate", &validate, "path"_a, "data"_a.none(), "named"_a, "choices"_a, "max_errors"_a);
  module.def("open", &open, "path"_a, "data"_a.none(), "dtypes"_a, "choices"_a);
  module.def("same_value", &same_value, "format"_a, "a"_a, "b"_a);
  nb::class_<File>(module, "File", nb::type_slots(buffer_slots))
      .def_prop_ro("format", [](const File& self) { return self.contents.codec().id; })
      .def_prop_ro("keys",
                   [](const File& self) {
                     constexpr const char* names[] = {"names", "paths", "places"};
                     return names[static_cast<std::size_t>(keys_of(self.contents.codec()))];
                   })
      .def("__len__", [](const File& self) { return self.contents.tensors().size(); })
      .def("index", &index)
      .def("numbers", &numbers)
      .def("facts", [](nb::handle_t<File> self) { return facts(self); })
      .def("name", [](const File& self, std::size_t at) { return text_in_python(self.at(at).name); })
      .def("dtype",
           [](const File& self, std::size_t at) -> std::string_view {
             return self.at(at).bits ? "packed_bit" : name_of(self.at(at).dtype);
           })
      .def("shape", [](const File& self, std::size_t at) { return shape_in_python(self, self.at(at)); })
      .def("nbytes", [](const File& self, std::size_t at) { return self.at(at).data.size(); })
      .def("has_data", [](const File& self, std::size_t at) { return self.at(at).has_data; })
      .def("elements", [](const File& self, std::size_t at) { return elements(self.at(at)); })
      .def(
          "array",
          [](nb::handle_t<File> self, std::size_t at, nb::object dtype) {
            const auto& file = nb::cast<const File&>(self);
            const Array& array = file.at(at);
            // From Python any object may come.
            if (!dtype.is_none() && (nb::cast<bool>(dtype.attr("hasobject")) ||
                                     nb::cast<std::uint64_t>(dtype.attr("itemsize")) != size_of(array.dtype))) {
              throw nb::type_error("the elements are not of this dtype");
            }
            return array_in_python(self, file, array, std::move(dtype));
          },
          "place"_a, "dtype"_a = nb::none())
      .def("raw", [](nb::handle_t<File> self, std::size_t at) {
        const auto& file = nb::cast<const File&>(self);
        const Bytes data = file.at(at).data;
        const std::uint64_t size = data.size();
        return array_over(self, file.dtypes[static_cast<std::size_t>(DType::u8)], {&size, 1}, data);
      });
}

}  // namespace hallmark::python
