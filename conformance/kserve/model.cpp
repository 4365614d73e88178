// SPDX-License-Identifier: Apache-2.0
// The common model of KServe messages, to and from JSON.
#include "conformance/model/model.hpp"

#include "codecs/kserve/datatypes.hpp"
#include "conformance/kserve/model_json.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/model/tensor_json.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {
namespace {

using conformance::Json;
using conformance::JsonAt;

constexpr std::string_view size_member = "binary_data_size";

const char* list_of(Role role) { return role == Role::request ? "inputs" : "outputs"; }
std::string_view name_of(Encoding encoding) { return encoding == Encoding::binary ? "binary" : "json"; }

// The header without the data in it, which may be larger than all the rest by far.
std::string without_data(const MessageView& message) {
  std::string text;
  const std::byte* from = message.json.data();
  for (const MessageTensor& one : message.tensors) {
    if (one.values.empty()) continue;
    text += as_text(Bytes(from, one.values.data()));
    text += "null";
    from = one.values.data() + one.values.size();
  }
  return text += as_text(Bytes(from, message.json.data() + message.json.size()));
}

template <Role role>
void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto message = decode(role, input, scratch, options);
  // A decoder that lacks a rule may accept what has no value.
  if (!message || message->json.empty()) return;
  Json header = header_json(as_bytes(without_data(*message)));
  std::vector<Json> parameters;
  if (header.contains(list_of(role))) {
    Json& list = header.at(list_of(role));
    if (!list.is_array() || list.size() != message->tensors.size()) return;
    for (Json& object : list) {
      Json& own = parameters.emplace_back(Json::object());
      if (object.contains("parameters") && !object.at("parameters").is_null()) own = std::move(object.at("parameters"));
      if (own.is_object()) own.erase(std::string(size_member));
      for (const char* known : {"name", "shape", "datatype", "data", "parameters"}) object.erase(known);
    }
  }
  sink.member("json", header);
  sink.begin_list("tensors", parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const MessageTensor& one = message->tensors[i];
    conformance::Entry entry = conformance::tensor_entry(one.tensor);
    entry.members["encoding"] = name_of(one.encoding);
    entry.members["parameters"] = std::move(parameters[i]);
    sink.entry(entry);
  }
  sink.end();
}

// The header is held as a whole. Its smallest numbers are two bytes with a comma, and some 190 as {"number": LEXEME};
// once more as text.
template <Role role>
std::uint64_t show_bound(Bytes input, const Options& options) {
  constexpr std::uint64_t for_each_byte = 128;
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto message = decode(role, input, scratch, options);
  if (!message) return 0;
  std::uint64_t header = message->json.size();
  for (const MessageTensor& one : message->tensors) header -= one.values.size();
  return header * for_each_byte;
}

bool has(DType dtype) { return datatype_of(dtype) != nullptr; }
constexpr conformance::ArrayTerms terms{.has = has};

MessageTensor tensor_from(const JsonAt& at, const Json* object, conformance::Owned& owned) {
  MessageTensor tensor;
  tensor.tensor = owned.tensor(at, terms);
  tensor.encoding = at["encoding"].one_of({"binary", "json"}) == "binary" ? Encoding::binary : Encoding::json;
  const JsonAt parameters = at.optional("parameters");
  if (!parameters.json().empty()) tensor.parameters = as_bytes(owned.text(header_text(parameters.json())));
  if (object != nullptr && !object->empty()) tensor.object = as_bytes(owned.text(header_text(*object)));
  return tensor;
}

template <Role role>
conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  conformance::Owned owned;
  const JsonAt header = at["json"];
  std::vector<const Json*> objects(at["tensors"].json().size());
  if (header.has(list_of(role))) {
    const JsonAt list = header[list_of(role)];
    if (list.json().size() != objects.size()) list.fail("this and /tensors are not equally long");
    objects = list.list([](const JsonAt& object) { return &object.json(); });
  }
  auto object = objects.begin();
  const auto tensors = at["tensors"].list([&](const JsonAt& one) { return tensor_from(one, *object++, owned); });
  const MessageView message{as_bytes(owned.text(header_text(header.json()))), 0, tensors};
  return conformance::encoded(role, message);
}

}  // namespace

constexpr conformance::Model kserve_request_model{.format = "kserve-request",
                                                  .show = show_value<Role::request>,
                                                  .encode = encode_value<Role::request>,
                                                  .show_bound = show_bound<Role::request>};
constexpr conformance::Model kserve_response_model{.format = "kserve-response",
                                                   .show = show_value<Role::response>,
                                                   .encode = encode_value<Role::response>,
                                                   .show_bound = show_bound<Role::response>};

}  // namespace hallmark::kserve
