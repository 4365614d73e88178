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

// add_fields returns how many fields there are, those left out with what is inside them as one.
std::uint64_t add_fields(Json& to, const std::string& path, Fields fields, std::uint64_t offset) {
  std::uint64_t all = 0;
  std::uint64_t number = 0;
  for (Field field; fields.next(field); ++number, ++all) {
    if (to.size() == most_fields) continue;
    const std::string here = fmt::format("{}[{}]", path, number);
    const bool is_structure = field.type.kind == TypeKind::structure;
    Json& one = to[here];
    if (field.is_padding) {
      one["padding"] = reports::number(field.size);
    } else {
      one["name"] = field.name;
      if (field.has_title) one["title"] = field.title;
      one["dtype"] = is_structure ? "structure" : type_text(field.type);
      if (field.shape.rank() != 0) one["shape"] = conformance::shape_json(field.shape);
    }
    one["offset"] = reports::number(offset + field.offset);
    if (is_structure) all += add_fields(to, here + ".descr", field.type.fields, offset + field.offset);
  }
  return all;
}

Json say(Input input, Scratch& scratch, const Options& options) {
  Json summary = Json::object();
  const auto file = decode(input, scratch, options);
  if (!file || file->type.kind != TypeKind::structure) return summary;
  summary["itemsize"] = reports::number(file->type.size);
  Json fields = Json::object();
  const std::uint64_t all = add_fields(fields, "descr", file->type.fields, 0);
  if (all != 0) summary["field"] = std::move(fields);
  if (all > most_fields) summary["fields_left_out"] = reports::number(all - most_fields);
  return summary;
}

}  // namespace

void add_to(std::vector<show::Summary>& all) { all.push_back({codec_named("npy"), say}); }

}  // namespace hallmark::npy
