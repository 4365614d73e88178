#include "conformance/kit/model.hpp"

#include <deque>
#include <optional>

#include "codecs/core/writer.hpp"
#include "codecs/oinf/oinf.hpp"
#include "conformance/kit/examine.hpp"

namespace hallmark::oinf {
namespace {

using kit::BadValue;
using kit::Json;

Json data_of(Bytes data) { return {{"base64", kit::to_base64(data)}}; }

Json shape_of(const Shape& shape) {
  Json dims = Json::array();
  for (std::uint64_t axis = 0; axis < shape.rank(); ++axis) dims.push_back(reports::number(shape[axis]));
  return dims;
}

// The lower-case names of the specification's tags.
std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::bitset: return "bitset";
    case ValueType::string: return "string";
    case ValueType::ndarray: return "ndarray";
    default: return hallmark::name_of(dtype_of(type));
  }
}

Json metadata_json(const Metadata& entry) {
  Json json = {{"key", entry.key}, {"type", name_of(entry.type)}};
  if (entry.type == ValueType::string) {
    json["value"] = string_of(entry);
  } else if (entry.type == ValueType::bitset) {
    const Bitset bitset = bitset_of(entry);
    json["bits"] = bitset.bits;
    json["data"] = data_of(bitset.data);
  } else if (entry.type == ValueType::ndarray) {
    const TensorView array = ndarray_of(entry);
    json["dtype"] = hallmark::name_of(array.dtype);
    json["shape"] = shape_of(array.shape);
    json["data"] = data_of(array.data);
  } else {
    json["data"] = data_of(entry.blob);
  }
  return json;
}

Json tensor_json(const TensorView& tensor) {
  return {{"name", tensor.name},
          {"dtype", hallmark::name_of(tensor.dtype)},
          {"shape", shape_of(tensor.shape)},
          {"data", tensor.has_data ? data_of(tensor.data) : Json()}};
}

Json decode_value(Bytes input, const Options& options) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto model = decode(input, scratch, options);
  if (!model) return {};
  Json value = {{"sizevars", Json::object()}, {"metadata", Json::array()}, {"tensors", Json::array()}};
  for (const Sizevar& entry : model->sizevars)
    value["sizevars"][std::string(entry.name)] = reports::number(entry.value);
  for (const Metadata& entry : model->metadata) value["metadata"].push_back(metadata_json(entry));
  for (const TensorView& entry : model->tensors) value["tensors"].push_back(tensor_json(entry));
  return value;
}

// Owned holds what the views of a model made from JSON point at; a deque never moves what it holds.
class Owned {
 public:
  std::string_view text(const Json& json) { return texts_.emplace_back(json.get_ref<const std::string&>()); }
  Bytes bytes(std::vector<std::byte> data) { return blobs_.emplace_back(std::move(data)); }
  Bytes data(const Json& json) { return bytes(kit::from_base64(json.at("base64").get_ref<const std::string&>())); }
  Shape shape(const Json& json) {
    std::vector<std::byte> dims(json.size() * sizeof(std::uint64_t));
    Writer to(dims);
    for (const Json& size : json) to.u64le(reports::number_from(size));
    return Shape(bytes(std::move(dims)));
  }

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<std::byte>> blobs_;
};

DType element_type(const Json& json, std::string_view where) {
  const auto dtype = dtype_named(json.get_ref<const std::string&>());
  if (!dtype || type_of(*dtype) == ValueType::none) throw BadValue(std::string(where) + ": no dtype of OINF");
  return *dtype;
}

ValueType value_type(const Json& json) {
  const auto& name = json.get_ref<const std::string&>();
  for (const ValueType type : {ValueType::bitset, ValueType::string, ValueType::ndarray}) {
    if (name_of(type) == name) return type;
  }
  return type_of(element_type(json, "/metadata/type"));
}

// A metadata blob with its own padding, written by `content`.
template <class Content>
Bytes padded_blob(Owned& owned, const Content& content) {
  Writer measure;
  content(measure);
  std::vector<std::byte> blob((measure.size() + 7) / 8 * 8);
  Writer to(blob);
  content(to);
  return owned.bytes(std::move(blob));
}

Metadata metadata_from(const Json& json, Owned& owned) {
  Metadata entry{owned.text(json.at("key")), value_type(json.at("type")), {}};
  if (entry.type == ValueType::string) {
    const std::string_view text = owned.text(json.at("value"));
    entry.blob = padded_blob(owned, [&](Writer& to) {
      to.u32le(static_cast<std::uint32_t>(text.size()));
      to.bytes(std::as_bytes(std::span(text.data(), text.size())));
    });
  } else if (entry.type == ValueType::bitset) {
    const auto bits = json.at("bits").get<std::uint32_t>();
    const Bytes data = owned.data(json.at("data"));
    entry.blob = padded_blob(owned, [&](Writer& to) {
      to.u32le(bits);
      to.u32le(static_cast<std::uint32_t>(data.size()));
      to.bytes(data);
    });
  } else if (entry.type == ValueType::ndarray) {
    const DType dtype = element_type(json.at("dtype"), "/metadata/dtype");
    const Shape shape = owned.shape(json.at("shape"));
    const Bytes data = owned.data(json.at("data"));
    entry.blob = padded_blob(owned, [&](Writer& to) {
      to.u32le(static_cast<std::uint32_t>(type_of(dtype)));
      to.u32le(static_cast<std::uint32_t>(shape.rank()));
      for (std::uint64_t axis = 0; axis < shape.rank(); ++axis) to.u64le(shape[axis]);
      to.bytes(data);
    });
  } else {
    entry.blob = owned.data(json.at("data"));
  }
  return entry;
}

TensorView tensor_from(const Json& json, Owned& owned) {
  const Json& data = json.at("data");
  return {owned.text(json.at("name")), element_type(json.at("dtype"), "/tensors/dtype"), owned.shape(json.at("shape")),
          data.is_null() ? Bytes{} : owned.data(data), !data.is_null()};
}

kit::EncodeReply encode_value(const Json& value, const Options&) try {
  Owned owned;
  std::vector<Sizevar> sizevars;
  std::vector<Metadata> metadata;
  std::vector<TensorView> tensors;
  for (const auto& [name, size] : value.at("sizevars").items()) {
    sizevars.push_back({owned.text(name), reports::number_from(size)});
  }
  for (const Json& entry : value.at("metadata")) metadata.push_back(metadata_from(entry, owned));
  for (const Json& entry : value.at("tensors")) tensors.push_back(tensor_from(entry, owned));
  const ModelView model{sizevars, metadata, tensors};
  kit::EncodeReply reply;
  reply.bytes.resize(encoded_size(model));
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(encode_scratch(model));
  reply.refusal = encode(model, scratch, reply.bytes).refusal;
  return reply;
} catch (const Json::exception& error) {
  throw BadValue(error.what());
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::kit::model {

extern const Model oinf;
constexpr std::string_view oinf_tables[] = {"metadata", "tensors"};
constexpr Model oinf{.format = "oinf",
                     .decode = hallmark::oinf::decode_value,
                     .encode = hallmark::oinf::encode_value,
                     .tables = oinf_tables};

}  // namespace hallmark::kit::model
