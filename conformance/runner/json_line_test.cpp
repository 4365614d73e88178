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
  CHECK(why_not("[1]") == "this is JSON, but not an object");
  CHECK(why_not("").find("this is not JSON: ") == 0);
  CHECK(why_not("{\"a\":\"\xff\"}").find("this is not JSON: ") == 0);
  CHECK(why_not(R"({"a":1)").find("this is not JSON: ") == 0);
  CHECK(why_not(R"({"a":1} {)").find("this is not JSON: ") == 0);
}

TEST_CASE("nesting of a line is bounded") {
  CHECK(why_not(nested(256)).empty());
  CHECK(why_not(nested(257)) == "nested deeper than 256 levels, at byte 260");
  CHECK(why_not(R"({"a":)" + std::string(1'000'000, '[')) == "nested deeper than 256 levels, at byte 260");
}

}  // namespace
}  // namespace hallmark::runner
