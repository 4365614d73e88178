// SPDX-License-Identifier: Apache-2.0
// The common model of BinTensors files, to and from JSON.
#include "conformance/model/model.hpp"

#include "codecs/bintensors/walk.hpp"
#include "conformance/model/encoded.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors {
namespace {

using conformance::Json;
using conformance::JsonAt;

template <Layout layout>
void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(layout, input, options));
  const auto file = decode(layout, input, scratch, options);
  if (!file) return;
  if (file->has_metadata) {
    sink.begin_object("metadata");
    for (Pairs pairs = file->metadata; pairs.left() != 0;) {
      const Pair pair = pairs.next();
      sink.text(pair.key, pair.value);
    }
    sink.end();
  } else {
    sink.member("metadata", nullptr);
  }
  sink.begin_list("tensors", file->size());
  for (std::uint64_t i = 0; i < file->size(); ++i) {
    sink.entry(conformance::tensor_entry(file->tensor(i)));
  }
  sink.end();
}

constexpr conformance::ArrayTerms terms{.has = [](DType dtype) { return discriminant_of(dtype) < std::size(dtypes); }};

template <Layout layout>
conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  conformance::Owned owned;
  const bool has_metadata = !at["metadata"].json().is_null();
  const auto metadata = owned.pairs<Pair>(at["metadata"]);
  const auto tensors = at["tensors"].list([&](const JsonAt& entry) { return owned.tensor(entry, terms); });
  const Model model{has_metadata, metadata, tensors};
  return conformance::encoded(layout, model);
}

}  // namespace

constexpr std::string_view bintensors_tables[] = {"tensors"};
constexpr conformance::Model bintensors_v0_model{.format = "bintensors-v0",
                                                 .show = show_value<Layout::v0>,
                                                 .encode = encode_value<Layout::v0>,
                                                 .tables = bintensors_tables};
constexpr conformance::Model bintensors_v1_model{.format = "bintensors-v1",
                                                 .show = show_value<Layout::v1>,
                                                 .encode = encode_value<Layout::v1>,
                                                 .tables = bintensors_tables};

}  // namespace hallmark::bintensors
