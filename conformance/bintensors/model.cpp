#include "conformance/kit/model.hpp"

#include <deque>

#include "codecs/bintensors/bintensors.hpp"
#include "codecs/core/writer.hpp"
#include "conformance/kit/examine.hpp"

namespace hallmark::bintensors {
namespace {

using kit::BadValue;
using kit::Json;

Json tensor_json(const Tensor& tensor) {
  Json shape = Json::array();
  for (Dimensions left = tensor.shape; left.left() != 0;) shape.push_back(reports::number(left.next()));
  return {{"name", tensor.name},
          {"dtype", name_of(tensor.dtype)},
          {"shape", std::move(shape)},
          {"data", {{"base64", kit::to_base64(tensor.data)}}}};
}

template <Layout layout>
Json decode_value(Bytes input, const Options& options) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(layout, input, options));
  const auto file = decode(layout, input, scratch, options);
  if (!file) return {};
  Json value = {{"metadata", nullptr}, {"tensors", Json::array()}};
  if (file->has_metadata) value["metadata"] = Json::object();
  for (Pairs pairs = file->metadata; pairs.left() != 0;) {
    const Pair pair = pairs.next();
    value["metadata"][std::string(pair.key)] = pair.value;
  }
  for (std::uint64_t i = 0; i < file->size(); ++i) value["tensors"].push_back(tensor_json(file->tensor(i)));
  return value;
}

// Owned holds what the views of a model made from JSON point at; a deque never moves what it holds.
struct Owned {
  std::deque<std::string> texts;
  std::deque<std::vector<std::byte>> blobs;

  std::string_view text(const Json& json) { return texts.emplace_back(json.get_ref<const std::string&>()); }
  Bytes data(const Json& json) {
    return blobs.emplace_back(kit::from_base64(json.at("base64").get_ref<const std::string&>()));
  }
  Shape shape(const Json& json) {
    std::vector<std::byte>& dims = blobs.emplace_back(json.size() * sizeof(std::uint64_t));
    Writer to(dims);
    for (const Json& size : json) to.u64le(reports::number_from(size));
    return Shape(dims);
  }
};

TensorView tensor_from(const Json& json, Owned& owned) {
  const auto dtype = dtype_named(json.at("dtype").get_ref<const std::string&>());
  if (!dtype || size_of(*dtype) == 0) throw BadValue("/tensors/dtype: no dtype of BinTensors");
  return {owned.text(json.at("name")), *dtype, owned.shape(json.at("shape")), owned.data(json.at("data")), true};
}

template <Layout layout>
kit::EncodeReply encode_value(const Json& value, const Options&) try {
  Owned owned;
  std::vector<Pair> metadata;
  std::vector<TensorView> tensors;
  const Json& pairs = value.at("metadata");
  if (!pairs.is_null()) {
    for (const auto& [key, text] : pairs.items()) metadata.push_back({owned.texts.emplace_back(key), owned.text(text)});
  }
  for (const Json& entry : value.at("tensors")) tensors.push_back(tensor_from(entry, owned));
  const Model model{!pairs.is_null(), metadata, tensors};
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(encode_scratch(layout, model));
  kit::EncodeReply reply;
  reply.bytes.resize(encoded_size(layout, model, scratch));
  reply.refusal = encode(layout, model, scratch, reply.bytes).refusal;
  return reply;
} catch (const Json::exception& error) {
  throw BadValue(error.what());
}

}  // namespace
}  // namespace hallmark::bintensors

namespace hallmark::kit::model {

constexpr std::string_view bintensors_tables[] = {"tensors"};

extern const Model bintensors_v0;
constexpr Model bintensors_v0{.format = "bintensors-v0",
                              .decode = hallmark::bintensors::decode_value<hallmark::bintensors::Layout::v0>,
                              .encode = hallmark::bintensors::encode_value<hallmark::bintensors::Layout::v0>,
                              .tables = bintensors_tables};

extern const Model bintensors_v1;
constexpr Model bintensors_v1{.format = "bintensors-v1",
                              .decode = hallmark::bintensors::decode_value<hallmark::bintensors::Layout::v1>,
                              .encode = hallmark::bintensors::encode_value<hallmark::bintensors::Layout::v1>,
                              .tables = bintensors_tables};

}  // namespace hallmark::kit::model
