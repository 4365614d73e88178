#include "conformance/runner/json_line.hpp"

#include <fmt/format.h>

#include "reports/bounded_json.hpp"

namespace hallmark::runner {

Json parse_line(std::string_view line, std::string& why) {
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
