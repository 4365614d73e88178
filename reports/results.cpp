#include "reports/results.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "reports/bounded_json.hpp"

namespace hallmark::reports {
namespace {

// What `report merge` writes.
void add_matrix(const Json& json, Results& results) {
  if (json.at("matrix_version") != 1) throw std::runtime_error("\"matrix_version\" is not 1");
  for (const char* member : {"results", "validations"}) {
    if (!json.contains(member) || !json.at(member).is_array()) {
      throw std::runtime_error(fmt::format("\"{}\" is not an array", member));
    }
  }
  for (const Json& one : json.at("results")) results.conformance.push_back(conformance_from(one));
  for (const Json& one : json.at("validations")) results.validations.push_back(validation_from(one));
}

}  // namespace

void add_results(std::string_view text, Results& results) {
  const Json json = parse_json(text);
  if (json.is_object() && json.contains("result_version")) {
    results.conformance.push_back(conformance_from(json));
  } else if (json.is_object() && json.contains("inputs")) {
    results.validations.push_back(validation_from(json));
  } else if (json.is_object() && json.contains("matrix_version")) {
    add_matrix(json, results);
  } else {
    throw std::runtime_error(
        "this is neither a result of `conform` or `report merge` nor a report of `validate --report json`");
  }
}

}  // namespace hallmark::reports
