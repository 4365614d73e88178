// SPDX-License-Identifier: Apache-2.0
// The common model of npy files, to and from JSON: numbers and text row-major and little-endian, other elements as in
// the file.
#include "conformance/model/model.hpp"

#include <algorithm>

#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"
#include "conformance/npy/literal.hpp"
#include "hallmark/npy.hpp"

namespace hallmark::npy {
namespace {

using conformance::Json;
using conformance::JsonAt;
using Data = std::vector<std::byte>;

bool is_turned(const FileView& file) {
  const TypeKind kind = file.type.kind;
  const bool as_it_is = kind == TypeKind::bytes || kind == TypeKind::raw || kind == TypeKind::structure;
  return !as_it_is && !lies_row_major(file);
}

Json descr_json(const Type& type) {
  if (type.kind != TypeKind::structure) return type_text(type);
  Json list = Json::array();
  Fields fields = type.fields;
  for (Field field; fields.next(field);) {
    Json one = Json::array();
    one.push_back(field.has_title ? Json::array({field.title, field.name}) : Json(field.name));
    one.push_back(descr_json(field.type));
    if (field.shape.rank() != 0) one.push_back(conformance::shape_json(field.shape));
    list.push_back(std::move(one));
  }
  return list;
}

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  const conformance::Opened<FileView> file(input, options, scratch_bound, decode);
  if (!file) return;
  Data turned;
  conformance::Entry entry;
  entry.members = {{"version", std::to_string(file->version) + ".0"},
                   {"descr", descr_json(file->type)},
                   {"fortran_order", file->fortran_order}};
  entry.shape = file->shape;
  entry.content = file->data;
  if (is_turned(*file)) {
    turned.resize(file->data.size());
    put_row_major(*file, turned);
    entry.content = turned;
  }
  sink.entry(entry);
}

// In JSON lists and tuples look the same. What stands where says which it is; the first three are those of a field.
enum class Part : std::uint8_t { name, descr, shape, field };

// literal_of writes a descr. It may be wrong: the codec says what it breaks.
std::string literal_of(const JsonAt& at, Part part = Part::descr) {
  if (at.json().is_string() && part != Part::shape) return quoted_text(at.text());
  if (!at.json().is_array()) return std::to_string(at.count());
  unsigned place = 0;
  const auto entries = at.list([&](const JsonAt& one) {
    const auto of_field = static_cast<Part>(std::min(place++, 2U));
    return literal_of(one, part == Part::descr ? Part::field : part == Part::field ? of_field : part) + ",";
  });
  const std::string text = fmt::format("{}", fmt::join(entries, ""));
  return part == Part::descr ? "[" + text + "]" : "(" + text + ")";
}

// file_order is the way back of put_row_major: what lies row by row lies column by column in an array whose dimensions
// are in the other order.
Data file_order(FileView file, const Data& given) {
  Data data = given;
  if (!is_turned(file)) return data;
  std::vector<std::uint64_t> dims(file.shape.begin(), file.shape.end());
  std::ranges::reverse(dims);
  conformance::Arena arena;
  file.shape = arena.shape(dims);
  file.data = given;
  put_row_major(file, data);
  return data;
}

conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  conformance::Owned owned;
  const std::string version = at["version"].one_of({"1.0", "2.0", "3.0"});
  FileView file;
  file.version = static_cast<std::uint8_t>(version.front() - '0');
  file.fortran_order = at["fortran_order"].truth();
  file.shape = owned.shape(at["shape"]);
  const std::string literal = literal_of(at["descr"]);
  const auto type = opened_type(literal);
  if (!type) return {{}, type.violation(), {}};
  file.type = *type;
  const Data data = file_order(file, conformance::from_base64(at["data"]["base64"]));
  file.data = data;
  return conformance::encoded(file);
}

// Data are row-major and little-endian in every value, so neither order is a part of it.
void without_spelling(Json& value) {
  value.erase("version");
  value.erase("fortran_order");
  const auto descr = value.find("descr");
  if (descr == value.end() || !descr->is_string()) return;
  auto& text = descr->get_ref<std::string&>();
  if (text.starts_with('>')) text.front() = '<';
}

}  // namespace

constexpr conformance::Model npy_model{
    .format = "npy",
    .show = show_value,
    .encode = encode_value,
    .show_bound = [](Bytes input, const Options&) -> std::uint64_t { return input.size(); },
    .without_spelling = without_spelling};

}  // namespace hallmark::npy
