// JSON from outside: what is refused, where, and how much it costs.
#include "reports/bounded_json.hpp"

#include <fmt/format.h>

#include "conformance/testing/catch.hpp"

namespace hallmark::reports {
namespace {

std::string fault(std::string_view text, std::size_t levels = most_levels) {
  try {
    (void)parse_json(text, levels);
    return "";
  } catch (const BadJson& bad) {
    return fmt::format("{}:{}: {}", bad.line, bad.column, bad.what());
  }
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST_CASE("json: what is no JSON is refused with its place") {
  struct Row {
    std::string text;
    std::string expected;  // the start of the fault; empty: the text is JSON
  };
  const Row rows[] = {
      {R"({"a": [1, -2.5e3, "x", null, true, {}]})", ""},
      {"\xef\xbb\xbf{}\r\n", ""},
      {"", "1:1: this is not JSON: it is empty"},
      {"{\n  \"a\": 1,\r\n}", "3:1: this is not JSON: syntax error while parsing object key"},
      {"{} {}", "1:4: this is not JSON: syntax error"},
      {std::string("{}\0{", 4), "1:3: this is not JSON: a NUL"},
      {std::string("\"\0\"", 3), "1:2: this is not JSON: a NUL"},
      {"\"\xff\"", "1:2: this is not JSON: syntax error while parsing value - invalid string: ill-formed UTF-8 byte"},
      {"\"\xed\xa0\x80\"", "1:3: this is not JSON: "},
      {R"("\ud800")", "1:8: this is not JSON: "},
      {"\"\t\"", "1:2: this is not JSON: "},
      {"1e999", "1:5: this is not JSON: number overflow parsing '1e999'"},
      {"[NaN]", "1:2: this is not JSON: syntax error while parsing value - invalid literal"},
      {"[Infinity]", "1:2: this is not JSON: "},
      {"[01]", "1:3: this is not JSON: "},
      {"\xef\xbb{}", "1:3: this is not JSON: "},
      {R"({"a": {"b": 1, "b": 2}})", "1:18: duplicate member \"b\""},
      {"{\"\\u0001\\n\": 1, \"\\u0001\\n\": 2}", "1:26: duplicate member \"\\x01\\x0a\""},
      {"[\n" + nested(64) + "]", "2:64: nested deeper than 64 levels"},
      {nested(64), ""},
      {std::string(1'000'000, '['), "1:65: nested deeper than 64 levels"},
  };
  for (const Row& row : rows) {
    const std::string found = fault(row.text);
    INFO(row.text.substr(0, 80));
    CHECK(found.substr(0, row.expected.size()) == row.expected);
    CHECK(found.empty() == row.expected.empty());
  }
  CHECK(fault(nested(4), 3) == "1:4: nested deeper than 3 levels");
}

TEST_CASE("json: a number that fits no integer is a float") {
  CHECK(parse_json("18446744073709551615").is_number_unsigned());
  CHECK(parse_json("18446744073709551616").is_number_float());
  CHECK(parse_json("-9223372036854775808") == INT64_MIN);
}

TEST_CASE("json: a message stays short, whatever was read") {
  const std::string large(1'000'000, 'x');
  CHECK(fault("{\"" + large + "\" 1}").size() < 300);
  CHECK(fault("{\"" + large + "\": 1, \"" + large + "\": 2}").size() < 300);
  CHECK(fault("\"" + large).size() < 300);
  CHECK(fault(std::string(1'000'000, '9')).size() < 300);
}

TEST_CASE("json: members of one object are bounded, elements and objects are not") {
  std::string one = R"({"a0":0)";
  for (int i = 1; i < 30'000; ++i) one += ",\"a" + std::to_string(i) + "\":0";
  CHECK(fault(one + "}").find("too many members in one object") != std::string::npos);
  // Linear: with work for all elements at each of them this takes hours.
  std::string many = R"([{"a":1})";
  for (int i = 1; i < 500'000; ++i) many += R"(,{"a":1})";
  CHECK(fault(many + "]").empty());
}

}  // namespace
}  // namespace hallmark::reports
