#include "conformance/program/results.hpp"

#include <fmt/format.h>

#include "conformance/examine/input_bytes.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::program {
namespace {

using reports::Json;

// A result read from a pipe is held in memory; files of any size are mapped.
constexpr std::uint64_t largest_from_pipe = std::uint64_t{1} << 30;

BadResult bad(const std::string& path, std::string_view what) {
  return BadResult(fmt::format("{}: {}", path == "-" ? "standard input" : path, what));
}

Json parse(const std::string& path, Bytes bytes) {
  try {
    return Json::parse(as_text(bytes));
  } catch (const Json::parse_error& error) {
    throw bad(path, fmt::format("this is not JSON (syntax error at byte {})", error.byte == 0 ? 0 : error.byte - 1));
  }
}

Json read(const std::string& path) {
  conformance::InputBytes input;
  const auto outcome = path == "-" ? input.read_standard_input(largest_from_pipe) : input.read(path, largest_from_pipe);
  if (outcome == conformance::InputBytes::Outcome::too_long)
    throw bad(path, "more than 1 GiB from a pipe; name a file instead");
  if (outcome == conformance::InputBytes::Outcome::unreadable) throw bad(path, input.problem());
  Json json = parse(path, input.bytes());
  if (!input.intact()) throw bad(path, input.problem());
  return json;
}

// What `report merge` writes.
void add_matrix(Results& results, const Json& json) {
  if (json.at("matrix_version") != 1) throw std::runtime_error("\"matrix_version\" is not 1");
  for (const char* member : {"results", "validations"}) {
    if (!json.contains(member) || !json.at(member).is_array()) {
      throw std::runtime_error(fmt::format("\"{}\" is not an array", member));
    }
  }
  for (const Json& one : json.at("results")) results.conformance.push_back(reports::conformance_from(one));
  for (const Json& one : json.at("validations")) results.validations.push_back(reports::validation_from(one));
}

void add(Results& results, const std::string& path) {
  const Json json = read(path);
  try {
    if (json.is_object() && json.contains("result_version")) {
      results.conformance.push_back(reports::conformance_from(json));
    } else if (json.is_object() && json.contains("inputs")) {
      results.validations.push_back(reports::validation_from(json));
    } else if (json.is_object() && json.contains("matrix_version")) {
      add_matrix(results, json);
    } else {
      throw std::runtime_error(
          "this is neither a result of `conform` or `report merge` nor a report of `validate --report json`");
    }
  } catch (const std::runtime_error& error) {
    throw bad(path, error.what());
  }
}

}  // namespace

Results read_results(const std::vector<std::string>& paths) {
  Results results;
  for (const std::string& path : paths) add(results, path);
  return results;
}

}  // namespace hallmark::program
