// SPDX-License-Identifier: Apache-2.0
// What the encoders in Python share. Each writes into the buffer that `room(size)` returns; if `room` is None or
// returns None, into new bytes. It returns these bytes, or None, with the length of the header; or the finding that
// refuses the value. That of a family is add_<family> in conformance/<family>/python.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <utility>

#include "conformance/model/encoded.hpp"
#include "conformance/python/input.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/tensor.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::python {

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
      views_.push_back({name, *known, !data.is_none(), Shape(row), bytes});
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
nb::object encoded(const nb::object& room, std::uint64_t size, const Encode& encode) {
  if (size > PY_SSIZE_T_MAX) throw std::bad_alloc();
  const nb::object given = room.is_none() ? nb::none() : room(size);
  std::unique_ptr<Input> buffer;
  nb::object bytes = nb::none();
  if (given.is_none()) {
    bytes = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    if (!bytes.is_valid()) nb::raise_python_error();
  } else {
    buffer = buffer_of(given, PyBUF_WRITABLE);
  }
  // Nobody has seen new bytes yet, so they may be written to.
  std::byte* const begin = buffer ? const_cast<std::byte*>(buffer->bytes().data())
                                  : reinterpret_cast<std::byte*>(PyBytes_AsString(bytes.ptr()));
  const std::span out(begin, static_cast<std::size_t>(buffer ? buffer->bytes().size() : size));
  Encoded done;
  {
    nb::gil_scoped_release released;
    done = encode(out);
  }
  if (!done) return nb::cast(reports::describe(done.refusal, Severity::error, done.refusal.field));
  return nb::make_tuple(bytes, done.header_length);
}

// encoded_value encodes what the encoder of a family takes before its memory: a model, after its layout where there are
// several.
template <class... What>
nb::object encoded_value(const nb::object& room, const What&... what) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(encode_scratch(what...));
  return encoded(room, conformance::size_for(scratch, what...),
                 [&](std::span<std::byte> out) { return encode(what..., scratch, out); });
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

// encoded_model encodes tensors and metadata, of a format whose files hold nothing else. `layout` is what its encoder
// takes before the model.
template <class Model, class Pair, class... Layout>
nb::object encoded_model(const std::vector<Given>& given, const std::optional<Pairs>& metadata, const nb::object& room,
                         Layout... layout) {
  const Tensors tensors(given);
  std::vector<Pair> pairs;
  if (metadata) {
    for (const auto& [key, value] : *metadata) pairs.push_back({key, value});
  }
  return encoded_value(room, layout..., Model{metadata.has_value(), pairs, tensors.views()});
}

}  // namespace hallmark::python
