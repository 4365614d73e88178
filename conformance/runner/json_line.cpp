#include "conformance/runner/json_line.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

namespace hallmark::runner {
namespace {

constexpr int deepest = 256;
constexpr std::uint64_t member_comparisons = 200'000'000;  // about a second

}  // namespace

Json parse_line(std::string_view line, std::string& why) {
  std::vector<std::uint64_t> members;
  std::uint64_t comparisons = 0;
  const auto bound = [&](int depth, Json::parse_event_t event, Json&) {
    if (depth > deepest) throw std::length_error(fmt::format("nested deeper than {} levels", deepest));
    if (event == Json::parse_event_t::object_start) members.push_back(0);
    if (event == Json::parse_event_t::object_end) members.pop_back();
    if (event == Json::parse_event_t::key) {
      comparisons += members.back()++;
      if (comparisons > member_comparisons) throw std::length_error("too many members in one object");
    }
    return true;
  };
  try {
    Json json = Json::parse(line.begin(), line.end(), bound);
    if (json.is_object()) return json;
    why = "this is JSON, but no object";
  } catch (const Json::exception&) {
    why = "this is no JSON";
  } catch (const std::length_error& error) {
    why = error.what();
  }
  return nullptr;
}

}  // namespace hallmark::runner
