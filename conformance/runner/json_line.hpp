// The lines of testees, and of requests to the reference.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "reports/bounded_json.hpp"

namespace hallmark::runner {

using reports::Json;

// parse_line parses one JSON object, within the bounds of reports/bounded_json.hpp and 256 levels: values of some
// formats nest. On failure it returns null and the reason.
[[nodiscard]] inline Json parse_line(std::string_view line, std::string& why) {
  try {
    Json json = reports::parse_json(line, reports::most_value_levels);
    if (json.is_object()) return json;
    why = "this is JSON, but not an object";
  } catch (const reports::BadJson& bad) {
    why = fmt::format("{}, at byte {}", bad.what(), bad.byte);
  }
  return nullptr;
}

}  // namespace hallmark::runner
