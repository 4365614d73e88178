// SPDX-License-Identifier: Apache-2.0
// The common model of npy files, to and from JSON: numbers and text row-major and little-endian, other elements as in
// the file.
#include "conformance/model/model.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

std::uint64_t show_bound(Bytes input, const Options&) { return input.size(); }

// In JSON lists and tuples look the same. What stands where says which it is.
enum class Part : std::uint8_t { name, descr, shape, field };

// Writes the literal of a descr. It may be wrong: the codec says what it breaks.
void put_literal(std::string& to, const JsonAt& at, Part part) {
  if (at.json().is_string() && part != Part::shape) {
    put_quoted(to, at.text());
  } else if (at.json().is_array()) {
    to += part == Part::descr ? '[' : '(';
    const auto entries = at.list([](const JsonAt& one) { return one; });
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Part inner = part == Part::descr   ? Part::field
                         : part == Part::field ? static_cast<Part>(std::min<std::size_t>(i, 2))
                                               : part;
      put_literal(to, entries[i], inner);
      to += ',';
    }
    to += part == Part::descr ? ']' : ')';
  } else {
    to += std::to_string(at.count());
  }
}

// file_order is the way back of put_row_major.
Data file_order(const FileView& file, Bytes given) {
  if (!is_turned(file)) return {given.begin(), given.end()};
  const auto size = static_cast<std::size_t>(file.type.size);
  const std::size_t count = size == 0 ? 0 : given.size() / size;
  Data places(count * 8);
  for (std::size_t i = 0; i < count; ++i) store_le(places.data() + 8 * i, std::uint64_t{i});
  FileView indices = file;
  indices.type = type_of(DType::u64);
  indices.data = places;
  Data row_major(places.size());
  put_row_major(indices, row_major);
  Data data(given.begin(), given.end());
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(load_le<std::uint64_t>(row_major.data() + 8 * i));
    if (place >= count) continue;
    FileView one = file;
    one.shape = {};
    one.data = given.subspan(i * size, size);
    put_row_major(one, std::span(data).subspan(place * size, size));
  }
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
  std::string literal;
  put_literal(literal, at["descr"], Part::descr);
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(40 * literal.size() + 256);
  const auto type = type_from(as_bytes(literal), scratch);
  if (!type) return {{}, type.violation(), {}};
  file.type = *type;
  const Data data = file_order(file, owned.data(at["data"]));
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

constexpr conformance::Model npy_model{.format = "npy",
                                       .show = show_value,
                                       .encode = encode_value,
                                       .show_bound = show_bound,
                                       .without_spelling = without_spelling};

}  // namespace hallmark::npy
