// The common model of Futhark values, to and from JSON.
#include "conformance/model/model.hpp"

#include "codecs/futhark/types.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {
namespace {

using conformance::BadValue;
using conformance::Json;

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

constexpr conformance::ArrayTerms terms{.has = [](DType) { return true; }, .where = "/values"};

conformance::EncodeReply encode_value(const Json& value, const Options& options) try {
  conformance::Owned owned;
  std::vector<TensorView> values;
  for (const Json& entry : value.at("values")) values.push_back(owned.array(entry, terms));
  const Style style{.form = options.form};
  conformance::EncodeReply reply;
  Scratch none_needed;
  reply.bytes.resize(encoded_size({values, style}));
  reply.refusal = encode({values, style}, none_needed, reply.bytes).refusal;
  return reply;
} catch (const Json::exception& error) {
  throw BadValue(error.what());
}

}  // namespace
}  // namespace hallmark::futhark

namespace hallmark::conformance::model {

extern const Model futhark;
constexpr Model futhark{
    .format = "futhark", .show = hallmark::futhark::show_value, .encode = hallmark::futhark::encode_value};

}  // namespace hallmark::conformance::model
