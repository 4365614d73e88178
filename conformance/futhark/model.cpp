// SPDX-License-Identifier: Apache-2.0
// The common model of Futhark values, to and from JSON.
#include "conformance/model/model.hpp"

#include "codecs/futhark/types.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {
namespace {

using conformance::Json;
using conformance::JsonAt;

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto stream = decode(input, scratch, options);
  if (!stream) return;
  Values values(*stream, memory.of(read_scratch(*stream, options)), options);
  sink.begin_list("values", stream->values);
  for (ValueView view; values.next(view);) sink.entry(conformance::array_entry(view.tensor));
  sink.end();
}

constexpr conformance::ArrayTerms terms{.has = [](DType) { return true; }};

conformance::EncodeReply encode_value(const Json& value, Form form) {
  conformance::Owned owned;
  const auto values = JsonAt(value)["values"].list([&](const JsonAt& entry) { return owned.array(entry, terms); });
  return conformance::encoded(ValueList{values, {.form = form}});
}

}  // namespace

constexpr conformance::Model futhark_model{.format = "futhark", .show = show_value, .encode = encode_value};

}  // namespace hallmark::futhark
