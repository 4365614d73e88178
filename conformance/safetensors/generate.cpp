// SPDX-License-Identifier: Apache-2.0
// Draws safetensors models from choices, and writes their files.
#include "conformance/safetensors/generate.hpp"

#include <iterator>
#include <sstream>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/spelling.hpp"
#include "conformance/model/encoded.hpp"

namespace hallmark::safetensors {
namespace {

using conformance::Choices;
using conformance::Json;

// What stands in place of words: numbers, literals, lists, texts, objects, marks; at last what blanks cannot part.
const std::vector<std::string> words = [] {
  std::istringstream text(
      R"(0 -0 1 2 3 4 8 16 -1 1.0 1e0 0e5 -0.0 1.5 10e-1 15e-1 256 4294967296 9223372036854775807 9223372036854775808)"
      R"( 18446744073709551615 18446744073709551616 1e39 1E400 01 1. - 1e true false null tru NaN x)"
      R"( [] [0] [1] [[1]] [0,0] [0,1] [1,2] [2,1] [1,2,3] [0,9223372036854775807,9] [4294967296,4294967296] ["0",0] [null])"
      R"( [9223372036854775807,3] [0,-1] [1.0] [{"a":[]}])"
      R"( "" "a" "\u0000" "\ud800" "\udc00" "\ud800\u0" "\ud83d\ude00" "\x" "a\nb" "\u202e" "a/b" "a\\b")"
      " \"\x01\" \"\x80\" \"\xed\xa0\x80\" \"\xf0\x9f"
      R"( "dtype" "\u0064type" "shape" "Shape" "data_offsets" "__metadata__" "BOOL" "F4" "F6_E2M3" "U8" "u8" "I16" "F64")"
      R"( "C64" "FP4" {} {"a":"b"} {"a":1} {"a":1,"\u0061":2} {"dtype":"U8","shape":[0],"data_offsets":[0,0]})"
      R"( {"dtype":"F4","shape":[1],"data_offsets":[0,1]} , : ] } [ {)"
      " \xef\xbb\xbf");
  std::vector<std::string> all{std::istream_iterator<std::string>(text), {}};
  all.insert(all.end(), {"", " "});
  return all;
}();

Json entry_of(const OwnedTensor& tensor, std::uint64_t begin) {
  return {{"dtype", dtype_name(tensor.dtype)},
          {"shape", tensor.dims},
          {"data_offsets", {begin, begin + conformance::data_size(tensor)}}};
}

Json metadata_of(const OwnedModel& model) { return Json::object_t(model.metadata.begin(), model.metadata.end()); }

std::uint64_t order_of(DType dtype) { return static_cast<std::uint64_t>(std::ranges::find(dtypes, dtype) - dtypes); }

}  // namespace

std::string dtype_name(DType dtype) {
  std::string name(name_of(dtype));
  for (char& c : name) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

OwnedModel owned(const FileView& file) {
  OwnedModel copy{file.has_metadata, {}, {}};
  for (const Pair& pair : file.metadata) copy.metadata.emplace_back(pair.key, pair.value);
  for (const TensorView& tensor : file.tensors) copy.tensors.push_back(conformance::owned(tensor));
  return copy;
}

OwnedModel sorted(OwnedModel model) { return conformance::in_order(std::move(model), order_of); }

OwnedModel any_model(Choices& choices, std::uint32_t most) { return conformance::any_model(choices, most, dtypes, 63); }

std::vector<std::byte> with_header(std::string_view text, Bytes data) {
  std::vector<std::byte> file(8);
  store_le(file.data(), std::uint64_t{text.size()});
  const Bytes bytes = as_bytes(text);
  file.insert(file.end(), bytes.begin(), bytes.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

std::vector<std::byte> any_file(const OwnedModel& model, Choices& choices, Liberty liberty) {
  const auto only_compat = [&](std::uint32_t in) { return liberty.compat && choices.chance(in); };
  Json header = Json::object();
  std::vector<std::byte> data;
  if (model.has_metadata) {
    header["__metadata__"] = metadata_of(model);
  } else if (only_compat(3)) {
    header["__metadata__"] = nullptr;
  }
  for (const OwnedTensor& tensor : model.tensors) {
    if (only_compat(8)) data.resize(data.size() + 1 + choices.below(9));
    Json& entry = header[tensor.name] = entry_of(tensor, data.size());
    if (only_compat(6)) entry["strides"] = Json::array({1, {{"a", nullptr}}});
    data.insert(data.end(), tensor.data.begin(), tensor.data.end());
  }
  if (only_compat(4)) data.resize(data.size() + 1 + choices.below(9));
  conformance::Spelling spelling(choices, words, liberty.others);
  std::string text = liberty.compat ? spelling.space() : "";
  text += spelling.value(header);
  while (choices.chance(3)) text += liberty.compat ? " \t\r\n"[choices.below(4)] : ' ';
  return with_header(text, data);
}

std::vector<std::byte> head_of(const OwnedModel& model) {
  Json header = Json::object();
  if (model.has_metadata) header["__metadata__"] = metadata_of(model);
  std::uint64_t next = 0;
  for (const OwnedTensor& tensor : model.tensors) {
    header[tensor.name] = entry_of(tensor, next);
    next += conformance::data_size(tensor);
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return with_header(text);
}

std::vector<std::byte> file_of(const OwnedModel& model) {
  std::vector<std::byte> out = head_of(model);
  for (const OwnedTensor& tensor : model.tensors) out.insert(out.end(), tensor.data.begin(), tensor.data.end());
  return out;
}

std::vector<std::byte> written(const OwnedModel& model) { return conformance::written(Borrowed(model).view()); }

namespace {

// feature_of gives the feature of testees that know a dtype, or null.
const char* feature_of(DType dtype) {
  const std::string_view name = name_of(dtype);
  if (dtype == DType::c64) return "c64";
  if (name.ends_with("fnuz")) return "fnuz";
  if (bits_of(dtype) < 8 || dtype == DType::f8_e8m0) return "sub-byte";
  return name.starts_with("f8") ? "f8" : nullptr;
}

conformance::Input any(conformance::Choices& choices) {
  const OwnedModel model = any_model(choices, 5);
  conformance::Input input{any_file(model, choices), {}, {}};
  for (const OwnedTensor& tensor : model.tensors) {
    if (const char* feature = feature_of(tensor.dtype)) conformance::add_feature(input.features, feature);
  }
  return input;
}

constexpr conformance::ModelLayout field_layout{head_of, 120, 1, sorted};

}  // namespace

const conformance::Generator safetensors_generator =
    conformance::model_generator<field_layout>("safetensors", "safetensors#format", any);

}  // namespace hallmark::safetensors
