// SPDX-License-Identifier: Apache-2.0
// The encoder of the family in Python: what dump.py calls.
#include "conformance/python/encode.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::python {
namespace {

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

nb::object bson_documents(const std::vector<Step>& steps, const nb::object& room) {
  const auto written = [&](std::span<std::byte> out) {
    bson::Builder builder(out);
    for (const auto& [kind, key, value] : steps) take(builder, kind, key, value);
    return builder.finish();
  };
  const std::uint64_t size = written({}).size;
  return encoded(room, size, [&](std::span<std::byte> out) {
    const nb::gil_scoped_acquire held;
    return written(out);
  });
}

}  // namespace

void add_bson(nb::module_& module) { module.def("encode_bson", &bson_documents, "steps"_a, "room"_a.none()); }

}  // namespace hallmark::python
