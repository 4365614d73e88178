// SPDX-License-Identifier: Apache-2.0
// Inputs in Python: hallmark.validate, and the tables behind hallmark.open.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <system_error>

#include "conformance/model/model.hpp"
#include "conformance/python/choices.hpp"
#include "conformance/python/contents.hpp"
#include "conformance/python/cut.hpp"
#include "conformance/python/judgement.hpp"
#include "conformance/python/module.hpp"
#include "conformance/show/inspection.hpp"
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
                   std::uint64_t max_errors, bool readers) {
  const conformance::ExaminerSettings settings = settings_of(choices, max_errors);
  conformance::Source source{.path = text_of(path), .problem = "", .standard_input = !named};
  std::unique_ptr<Input> input;
  if (data) {
    input = buffer_of(*data);
    source.content = input->bytes();
  }
  nb::gil_scoped_release released;
  return judge(source, settings, readers);
}

Judgement refused(nb::bytes path, std::string_view rule, const std::string& message, bool unreadable) {
  auto judgement = refusal(text_of(path), rule, message, unreadable);
  if (!judgement) throw nb::value_error("there is no such rule");
  return std::move(*judgement);
}

// Tensor is an array of a file, which it keeps. Its buffer are its bytes: NumPy knows that they may not be written to.
struct Tensor {
  nb::object file;
  const Contents& contents;
  const Array& array;
};

nb::object tensor_of(nb::handle_t<Contents> file, const Array& array) {
  return nb::cast(Tensor{nb::borrow(file), nb::cast<const Contents&>(file), array});
}

// open returns null where the input is not valid.
std::optional<nb::object> open(nb::bytes path, std::optional<nb::object> data, const Choices& choices) {
  const std::string name = text_of(path);
  const conformance::ExaminerSettings settings = settings_of(choices, conformance::Bounds{}.max_errors);
  auto file = std::make_unique<Contents>();
  std::unique_ptr<Input> input = data ? buffer_of(*data) : nullptr;
  bool valid = false;
  std::optional<std::system_error> failure;
  {
    nb::gil_scoped_release released;
    try {
      if (!input) input = mapped_file(name);
      valid = file->read(std::move(input), name, settings);
    } catch (const std::system_error& error) {
      failure = error;
    }
  }
  if (failure) raise(*failure, name);
  if (!valid) return std::nullopt;
  return nb::cast(file.release(), nb::rv_policy::take_ownership);
}

// cut_format returns the format of which an input has the first fields, and lacks what follows; and how far it goes.
nb::object cut_format(nb::bytes path, std::optional<nb::object> data, std::uint64_t max_alloc) try {
  const std::unique_ptr<Input> input = data ? buffer_of(*data) : mapped_file(text_of(path));
  const Codec* codec = nullptr;
  {
    nb::gil_scoped_release released;
    codec = cut(input->bytes(), max_alloc);
  }
  if (codec == nullptr) return nb::none();
  return nb::make_tuple(codec->id, input->bytes().size());
} catch (const std::system_error& error) {
  raise(error, text_of(path));
}

// inspect returns what `hallmark inspect` prints.
std::string inspect(nb::bytes path, std::optional<nb::object> data, bool named, const Choices& choices, bool layout,
                    bool stats) {
  show::PrintedText output;
  const conformance::ExaminerSettings settings = settings_of(choices, conformance::Bounds{}.max_errors);
  conformance::Source source{.path = text_of(path), .problem = "", .standard_input = !named};
  const std::unique_ptr<Input> input = data ? buffer_of(*data) : nullptr;
  if (input) source.content = input->bytes();
  nb::gil_scoped_release released;
  conformance::Examiner examiner(settings);
  show::Inspection inspection({.layout = layout, .stats = stats}, settings.bounds.max_alloc, output);
  reports::InputReport report = examiner.examine(source);
  for (bool more = true; more; more = examiner.confirm(report) && examiner.next(report)) {
    inspection.show(examiner, report);
  }
  return std::move(output.text);
}

nb::object text_in_python(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

nb::tuple shape_of(const Tensor& self) {
  nb::list shape;
  for (std::uint32_t axis = 0; axis < self.array.rank; ++axis) shape.append(self.contents.dimensions(self.array)[axis]);
  return nb::tuple(shape);
}

// Elements of `bytes`: 4 bytes of length each, then as many bytes.
nb::list elements(const Tensor& self) {
  nb::list list;
  for (Bytes left = self.array.data; left.size() >= sizeof(std::uint32_t);) {
    const auto size = std::min<std::size_t>(load_le<std::uint32_t>(left.data()), left.size() - sizeof(std::uint32_t));
    list.append(nb::bytes(left.data() + sizeof(std::uint32_t), size));
    left = left.subspan(sizeof(std::uint32_t) + size);
  }
  return list;
}

// index returns a dictionary from keys to places, without what has no data; None if a key occurs twice.
nb::object index(const Contents& file) {
  nb::dict dict;
  std::size_t place = 0;
  std::size_t entries = 0;
  for (const Array& array : file.tensors()) {
    if (array.has_data) {
      dict[text_in_python(array.name)] = place;
      if (nb::len(dict) != ++entries) return nb::none();
    }
    ++place;
  }
  return dict;
}

// facts returns what the file says beside its tensors, `numbers` alone or all else: name, value, and whether it is a
// scalar.
nb::list facts(nb::handle_t<Contents> self, bool numbers) {
  nb::list list;
  for (const Fact& fact : nb::cast<const Contents&>(self).facts()) {
    if ((fact.holds == Fact::Holds::number) != numbers) continue;
    const nb::object value = numbers                           ? nb::cast(fact.number)
                             : fact.holds == Fact::Holds::text ? text_in_python(fact.text)
                                                               : tensor_of(self, fact.array);
    list.append(nb::make_tuple(text_in_python(fact.name), value, fact.holds == Fact::Holds::scalar));
  }
  return list;
}

// same_value compares two values of the common model, given as JSON.
bool same_value(const std::string& format, const std::string& a, const std::string& b) {
  const conformance::Model* model = conformance::model_named(format);
  if (model == nullptr) throw nb::value_error(("unknown format \"" + format + "\"").c_str());
  const auto parsed = [&](const std::string& text) {
    return conformance::comparable(*model, reports::parse_json(text, reports::most_value_levels));
  };
  return conformance::same_value(parsed(a), parsed(b));
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const Bytes bytes = nb::inst_ptr<Tensor>(self)->array.data;
  return PyBuffer_FillInfo(view, self, const_cast<std::byte*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()), 1,
                           flags);
}

PyType_Slot buffer_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

}  // namespace

void add_files(nb::module_& module) {
  // Made at once: a caller that opens many files waits for each call.
  nb::class_<Choices>(module, "Choices")
      .def(
          "__init__",
          [](Choices* self, std::string format, std::string profile, std::optional<std::uint64_t> header_length,
             std::optional<std::uint64_t> size, std::uint64_t max_alloc, std::optional<std::uint32_t> max_depth,
             std::optional<std::uint32_t> max_rank) {
            new (self)
                Choices{std::move(format), std::move(profile), header_length, size, max_alloc, max_depth, max_rank};
          },
          nb::kw_only(), "format"_a = Choices().format, "profile"_a = Choices().profile, "header_length"_a = nb::none(),
          "size"_a = nb::none(), "max_alloc"_a = Choices().max_alloc, "max_depth"_a = nb::none(),
          "max_rank"_a = nb::none());
  module.def("validate", &validate, "path"_a, "data"_a.none(), "named"_a, "choices"_a, "max_errors"_a, "readers"_a);
  module.def(
      "starts_with_mark",
      [](std::string_view format, nb::bytes start) {
        const Codec* codec = codec_named(format);
        return codec != nullptr && codec->recognise(as_bytes({start.c_str(), start.size()})) == Recognition::magic;
      },
      "format"_a, "start"_a);
  module.def("refused", &refused, "path"_a, "rule"_a, "message"_a, "unreadable"_a);
  module.def("open", &open, "path"_a, "data"_a.none(), "choices"_a);
  module.def("cut_format", &cut_format, "path"_a, "data"_a.none(), "max_alloc"_a,
             nb::sig("def cut_format(path: bytes, data: object | None, max_alloc: int) -> tuple[str, int] | None"));
  module.def("inspect", &inspect, "path"_a, "data"_a.none(), "named"_a, "choices"_a, "layout"_a, "stats"_a);
  module.def("same_value", &same_value, "format"_a, "a"_a, "b"_a);
  nb::class_<Tensor>(module, "Tensor", nb::type_slots(buffer_slots))
      .def_prop_ro("dtype",
                   [](const Tensor& self) { return self.array.bits ? "packed_bit" : name_of(self.array.dtype); })
      .def_prop_ro("shape", &shape_of)
      .def_prop_ro("nbytes", [](const Tensor& self) { return self.array.data.size(); })
      .def_prop_ro(
          "layout", [](const Tensor& self) { return self.contents.layout(); },
          nb::for_getter(nb::sig("def layout(self, /) -> tuple[str | dict[str, object], str] | None")))
      .def("elements", &elements);
  nb::class_<Contents>(module, "File")
      .def_prop_ro("format", [](const Contents& self) { return self.codec().id; })
      .def_prop_ro("keys", [](const Contents& self) { return name_of(keys_of(self.codec())); })
      .def(
          "names",
          [](const Contents& self) {
            nb::list list;
            for (const Array& array : self.tensors()) list.append(text_in_python(array.name));
            return list;
          },
          nb::sig("def names(self) -> list[str]"))
      .def("__len__", [](const Contents& self) { return self.tensors().size(); })
      .def("__getitem__",
           [](nb::handle_t<Contents> self, std::size_t place) {
             const auto& tensors = nb::cast<const Contents&>(self).tensors();
             if (place >= tensors.size()) throw nb::index_error();
             return tensor_of(self, tensors[place]);
           })
      .def("index", &index, nb::sig("def index(self) -> dict[str, int] | None"))
      .def("declared",
           [](nb::handle_t<Contents> self) {
             nb::list list;
             for (const Array& array : nb::cast<const Contents&>(self).tensors()) {
               if (!array.has_data) list.append(nb::make_tuple(text_in_python(array.name), tensor_of(self, array)));
             }
             return list;
           })
      .def("facts", &facts, "numbers"_a);
}

}  // namespace hallmark::python
