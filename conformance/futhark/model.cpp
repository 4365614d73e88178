#include "conformance/kit/model.hpp"

#include "codecs/futhark/types.hpp"
#include "conformance/kit/scratch_memory.hpp"
#include "conformance/kit/tensor_json.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {
namespace {

using kit::BadValue;
using kit::Json;

void show_value(Bytes input, const Options& options, kit::ValueSink& sink) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto stream = decode(input, scratch, options);
  if (!stream) return;
  Values values(*stream, memory.of(read_scratch(*stream, options)), options);
  sink.begin_list("values", stream->values);
  for (ValueView view; values.next(view);) sink.entry(kit::array_entry(view.tensor));
  sink.end();
}

constexpr kit::ArrayTerms terms{.has = is_futhark, .where = "/values"};

kit::EncodeReply encode_value(const Json& value, const Options& options) try {
  kit::Owned owned;
  std::vector<TensorView> values;
  for (const Json& entry : value.at("values")) values.push_back(owned.array(entry, terms));
  const Style style{.form = options.form};
  kit::EncodeReply reply;
  Scratch none_needed;
  reply.bytes.resize(encoded_size({values, style}));
  reply.refusal = encode({values, style}, none_needed, reply.bytes).refusal;
  return reply;
} catch (const Json::exception& error) {
  throw BadValue(error.what());
}

}  // namespace
}  // namespace hallmark::futhark

namespace hallmark::kit::model {

constexpr std::string_view futhark_features[] = {"text"};

extern const Model futhark;
constexpr Model futhark{.format = "futhark",
                        .show = hallmark::futhark::show_value,
                        .encode = hallmark::futhark::encode_value,
                        .features = futhark_features};

}  // namespace hallmark::kit::model
