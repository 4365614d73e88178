// SPDX-License-Identifier: Apache-2.0
// What is said of an npy file first: the fields of its elements, by the paths that findings have.
#include "conformance/show/summary.hpp"

#include <fmt/format.h>

#include <vector>

#include "conformance/model/value.hpp"
#include "conformance/npy/literal.hpp"

namespace hallmark::npy {
namespace {

using reports::Json;

constexpr std::uint64_t most_fields = 1000;  // which also bounds how deep they are

// add_fields returns how many fields were left out, without those inside them.
std::uint64_t add_fields(Json& to, const std::string& path, const Type& type, std::uint64_t offset) {
  std::uint64_t left_out = 0;
  std::uint64_t number = 0;
  Fields fields = type.fields;
  for (Field field; fields.next(field); ++number) {
    if (to.size() == most_fields) {
      ++left_out;
      continue;
    }
    const std::string here = fmt::format("{}[{}]", path, number);
    Json& one = to[here];
    if (field.is_padding) {
      one["padding"] = reports::number(field.size);
    } else {
      one["name"] = field.name;
      if (field.has_title) one["title"] = field.title;
      one["dtype"] = field.type.kind == TypeKind::structure ? "structure" : type_text(field.type);
      if (field.shape.rank() != 0) one["shape"] = conformance::shape_json(field.shape);
    }
    one["offset"] = reports::number(offset + field.offset);
    if (field.type.kind == TypeKind::structure) {
      left_out += add_fields(to, here + ".descr", field.type, offset + field.offset);
    }
  }
  return left_out;
}

Json say(Input input, Scratch& scratch, const Options& options) {
  Json summary = Json::object();
  const auto file = decode(input, scratch, options);
  if (!file || file->type.kind != TypeKind::structure) return summary;
  summary["itemsize"] = reports::number(file->type.size);
  Json fields = Json::object();
  const std::uint64_t left_out = add_fields(fields, "descr", file->type, 0);
  if (!fields.empty()) summary["field"] = std::move(fields);
  if (left_out != 0) summary["fields_left_out"] = reports::number(left_out);
  return summary;
}

}  // namespace

void add_to(std::vector<show::Summary>& all) { all.push_back({codec_named("npy"), say}); }

}  // namespace hallmark::npy
