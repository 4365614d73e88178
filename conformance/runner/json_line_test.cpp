// Lines of testees: JSON objects, within bounds.
#include "conformance/runner/json_line.hpp"

#include <string>

#include "conformance/testing/catch.hpp"

namespace hallmark::runner {
namespace {

std::string why_not(const std::string& line) {
  std::string why;
  return parse_line(line, why).is_null() ? why : "";
}

std::string nested(std::size_t levels) {
  return R"({"a":)" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + "}";
}

TEST_CASE("a line is a JSON object") {
  CHECK(why_not(R"({"a":[1,{"b":2.5}]})").empty());
  CHECK(why_not("[1]") == "this is JSON, but no object");
  CHECK(why_not("") == "this is no JSON");
  CHECK(why_not("{\"a\":\"\xff\"}") == "this is no JSON");
  CHECK(why_not(R"({"a":1)") == "this is no JSON");
  CHECK(why_not(R"({"a":1} {)") == "this is no JSON");
}

TEST_CASE("nesting of a line is bounded") {
  CHECK(why_not(nested(256)).empty());
  CHECK(why_not(nested(257)) == "nested deeper than 256 levels");
  CHECK(why_not(R"({"a":)" + std::string(1'000'000, '[')) == "nested deeper than 256 levels");
}

TEST_CASE("members of one object are bounded, however many objects there are") {
  std::string one = R"({"a0":0)";
  for (int i = 1; i < 30'000; ++i) one += ",\"a" + std::to_string(i) + "\":0";
  CHECK(why_not(one + "}") == "too many members in one object");
  // Linear: with work for all elements at each of them this takes hours.
  std::string many = R"({"values":[{"a":1})";
  for (int i = 1; i < 500'000; ++i) many += R"(,{"a":1})";
  CHECK(why_not(many + "]}").empty());
}

}  // namespace
}  // namespace hallmark::runner
