// SPDX-License-Identifier: Apache-2.0
// The common model of safetensors files, to and from JSON.
#include "conformance/model/model.hpp"

#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/safetensors.hpp"

namespace hallmark::safetensors {
namespace {

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  const conformance::Opened<FileView> file(input, options, scratch_bound, decode);
  if (!file) return;
  if (file->has_metadata) {
    sink.begin_object("metadata");
    for (const Pair& pair : file->metadata) sink.text(pair.key, pair.value);
    sink.end();
  } else {
    sink.member("metadata", nullptr);
  }
  sink.begin_list("tensors", file->tensors.size());
  for (const TensorView& tensor : file->tensors) sink.entry(conformance::tensor_entry(tensor));
  sink.end();
}

constexpr conformance::ArrayTerms terms{.has = [](DType dtype) { return bits_of(dtype) != 0; }};

conformance::EncodeReply encode_value(const conformance::Json& value, Form) {
  const conformance::JsonAt at(value);
  conformance::Owned owned;
  const bool has_metadata = !at["metadata"].json().is_null();
  const auto metadata = owned.pairs<Pair>(at["metadata"]);
  const auto tensors = at["tensors"].list([&](const auto& entry) { return owned.tensor(entry, terms); });
  const FileView file{has_metadata, metadata, tensors};
  return conformance::encoded(file);
}

}  // namespace

constexpr std::string_view safetensors_tables[] = {"tensors"};
constexpr conformance::Model safetensors_model{
    .format = "safetensors", .show = show_value, .encode = encode_value, .tables = safetensors_tables};

}  // namespace hallmark::safetensors
