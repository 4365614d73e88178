#include "conformance/kit/model.hpp"

#include "conformance/bson_vector/value.hpp"
#include "conformance/kit/scratch_memory.hpp"
#include "conformance/kit/text.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

using kit::Json;

class Collector final : public VectorSink {
 public:
  void vector(std::uint64_t document, const Place& place, std::uint64_t,
              const bson_vector::VectorView& vector) noexcept override {
    Json entry = {{"document", reports::number(document)}, {"path", kit::path_of(place)}};
    entry.update(bson_vector::to_json(vector));
    vectors.push_back(std::move(entry));
  }

  Json vectors = Json::array();
};

Json decode_value(Bytes input, const Options& options) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto documents = decode(input, scratch, options);
  if (!documents) return {};
  scratch = memory.of(scratch_bound(input, options));
  Collector collector;
  visit_vectors(*documents, scratch, options, collector);
  return {{"documents", reports::number(documents->documents)}, {"vectors", std::move(collector.vectors)}};
}

}  // namespace
}  // namespace hallmark::bson

namespace hallmark::kit::model {

extern const Model bson;
constexpr std::string_view bson_features[] = {"subtype-9"};
constexpr Model bson{
    .format = "bson", .decode = hallmark::bson::decode_value, .encode = nullptr, .features = bson_features};

}  // namespace hallmark::kit::model
