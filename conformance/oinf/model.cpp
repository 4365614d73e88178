// SPDX-License-Identifier: Apache-2.0
// The common model of OINF files, to and from JSON.
#include "conformance/model/model.hpp"

#include "codecs/oinf/writer.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::oinf {
namespace {

using conformance::Json;
using conformance::JsonAt;

// The lower-case names of the specification's tags.
std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::bitset: return "bitset";
    case ValueType::string: return "string";
    case ValueType::ndarray: return "ndarray";
    default: return hallmark::name_of(dtype_of(type));
  }
}

conformance::Entry metadata_entry(const Metadata& entry) {
  conformance::Entry shown;
  if (entry.type == ValueType::ndarray) shown = conformance::array_entry(ndarray_of(entry));
  shown.key = "key";
  shown.name = entry.key;
  Json members = {{"type", name_of(entry.type)}};
  if (entry.type == ValueType::string) {
    shown.holds = conformance::Entry::Holds::text;
    shown.content = as_bytes(string_of(entry));
  } else if (entry.type == ValueType::bitset) {
    const Bitset bitset = bitset_of(entry);
    members["bits"] = bitset.bits;
    shown.content = bitset.data;
  } else if (entry.type == ValueType::ndarray) {
    members.update(shown.members);
  } else {
    shown.content = entry.blob;
  }
  shown.members = std::move(members);
  return shown;
}

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  const conformance::Opened<ModelView> model(input, options, scratch_bound, decode);
  if (!model) return;
  sink.begin_object("sizevars");
  for (const Sizevar& entry : model->sizevars) sink.member(entry.name, reports::number(entry.value));
  sink.end();
  sink.begin_list("metadata", model->metadata.size());
  for (const Metadata& entry : model->metadata) sink.entry(metadata_entry(entry));
  sink.end();
  sink.begin_list("tensors", model->tensors.size());
  for (const TensorView& entry : model->tensors) sink.entry(conformance::tensor_entry(entry));
  sink.end();
}

bool has(DType dtype) { return type_of(dtype) != ValueType::none; }

constexpr conformance::ArrayTerms metadata_terms{.has = has, .whole = true};
constexpr conformance::ArrayTerms tensor_terms{.has = has, .may_lack_data = true};

ValueType value_type(const JsonAt& at) {
  for (const ValueType type : {ValueType::bitset, ValueType::string, ValueType::ndarray}) {
    if (name_of(type) == at.text()) return type;
  }
  return type_of(conformance::dtype_from(at, metadata_terms));
}

Metadata metadata_from(const JsonAt& at, conformance::Owned& owned) {
  Metadata entry{owned.text(at["key"]), value_type(at["type"]), {}};
  if (entry.type == ValueType::string) {
    entry.blob = owned.put([text = at["value"].text()](Writer& to) { put_string(to, text); });
  } else if (entry.type == ValueType::bitset) {
    const std::uint64_t bits = at["bits"].count();
    if (bits > UINT32_MAX) at["bits"].fail("this must be an integer from 0 to 2^32-1");
    const Bitset bitset{static_cast<std::uint32_t>(bits), owned.data(at["data"])};
    entry.blob = owned.put([&](Writer& to) { put_bitset(to, bitset); });
  } else if (entry.type == ValueType::ndarray) {
    const TensorView array = owned.array(at, metadata_terms);
    entry.blob = owned.put([&](Writer& to) { put_ndarray(to, array); });
  } else {
    entry.blob = owned.data(at["data"]);
  }
  return entry;
}

conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  conformance::Owned owned;
  std::vector<Sizevar> sizevars;
  at["sizevars"].members(
      [&](const std::string& name, const JsonAt& size) { sizevars.push_back({owned.text(name), size.count()}); });
  const auto metadata = at["metadata"].list([&](const JsonAt& entry) { return metadata_from(entry, owned); });
  const auto tensors = at["tensors"].list([&](const JsonAt& entry) { return owned.tensor(entry, tensor_terms); });
  const ModelView model{sizevars, metadata, tensors};
  return conformance::encoded(model);
}

}  // namespace

constexpr std::string_view oinf_tables[] = {"metadata", "tensors"};
constexpr conformance::Model oinf_model{
    .format = "oinf", .show = show_value, .encode = encode_value, .tables = oinf_tables};

}  // namespace hallmark::oinf
