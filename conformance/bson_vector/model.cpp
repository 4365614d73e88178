// SPDX-License-Identifier: Apache-2.0
// The common model of `bson-vector`, to and from JSON.
#include "conformance/model/model.hpp"

#include <algorithm>
#include <utility>

#include "conformance/bson_vector/value.hpp"
#include "conformance/model/formats.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {
namespace {

using conformance::Json;
using conformance::JsonAt;

using Name = std::pair<std::string_view, VectorType>;
constexpr Name names[] = {
    {"int8", VectorType::int8}, {"float32", VectorType::float32}, {"packed_bit", VectorType::packed_bit}};

VectorType type_from(const JsonAt& at) {
  const auto* known = std::ranges::find(names, at.text(), &Name::first);
  if (known == std::end(names)) at.fail('"' + at.text() + "\" is none of int8, float32, packed_bit");
  return known->second;
}

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  Scratch none_needed;
  if (const auto vector = decode(input, none_needed, options)) sink.entry(entry_of(*vector));
}

conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  const auto data = conformance::from_base64(at["data"]["base64"]);
  const std::uint64_t padding = at["padding"].count();
  if (padding > 255) at["padding"].fail("more than a byte holds");
  const VectorView vector{type_from(at["dtype"]), static_cast<std::uint8_t>(padding), data};
  return conformance::encoded(vector);
}

}  // namespace

conformance::Entry entry_of(const VectorView& vector) {
  const auto* name = std::ranges::find(names, vector.dtype, &Name::second);
  conformance::Entry entry;
  entry.members = {{"dtype", name->first}, {"padding", vector.padding}};
  entry.content = vector.data;
  return entry;
}

constexpr conformance::Model bson_vector_model{"bson-vector", show_value, encode_value};

}  // namespace hallmark::bson_vector
