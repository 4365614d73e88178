// SPDX-License-Identifier: Apache-2.0
// Results from outside: what is no JSON is refused with its place, a member that is missing or of another kind by name.
#include "reports/results.hpp"

#include "conformance/reports/samples.hpp"
#include "conformance/suite/merge.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/bounded_json.hpp"
#include "reports/forms.hpp"

namespace hallmark::report_test {
namespace {

using reports::Json;

// refusal reads a result and returns why it is refused; any other exception fails the test.
std::string refusal(const Json& json) {
  reports::Results results;
  try {
    reports::add_results(json.dump(), results);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

Json conformance_sample() {
  Json json = to_json(crashed_result("calm"));
  json["implementation"]["capabilities"] = {{{"format", "f"}, {"ops", {"decode"}}, {"features", {"compat"}}}};
  return json;
}

Json matrix_of(Json results, Json validations) {
  return {{"matrix_version", 1}, {"results", std::move(results)}, {"validations", std::move(validations)}};
}

// Members that a reader does without, or that may be of any kind.
bool optional(const std::string& pointer) {
  for (const char* name : {"/part", "/expected", "/actual", "/readers", "/otherwise", "/alternative", "/message",
                           "/config", "/compression"}) {
    if (pointer.ends_with(name)) return true;
  }
  // What kind of file it is: without them it is none.
  return pointer == "/result_version" || pointer == "/inputs" || pointer == "/matrix_version";
}

TEST_CASE("results: a member that is missing or of another kind is refused by name") {
  const Json values[] = {nullptr,          true,      -1, 1.5, "no such word", Json::array(), Json::object(),
                         Json::array({1}), {{"x", 1}}};
  std::size_t changes = 0;
  for (const Json& sample : {conformance_sample(), to_json(sample_validation("calm")),
                             matrix_of({conformance_sample()}, {to_json(sample_validation("calm"))})}) {
    REQUIRE(refusal(sample).empty());
    const Json flat = sample.flatten();
    for (const auto& [pointer, value] : flat.items()) {
      for (std::string at = pointer; !at.empty(); at.resize(at.rfind('/'))) {
        const Json::json_pointer here(at);
        CAPTURE(at);
        for (const Json& other : values) {
          Json changed = sample;
          changed[here] = other;
          CAPTURE(other.dump());
          const std::string why = refusal(changed);  // a refusal, or none where the kind fits
          ++changes;
          if (std::string_view(other.type_name()) == sample[here].type_name() || optional(at)) continue;
          if (other.is_number() && sample[here].is_number()) continue;
          // Numbers above 2^53 are strings; what is null may be left out.
          const bool spelled = sample[here].is_null() || other.is_null();
          if (!spelled) CHECK_FALSE(why.empty());
        }
        const std::string name = here.back();
        Json shorter = sample;
        const bool counted = at.find("/counts/") != std::string::npos || at.find("/otherwise/") != std::string::npos;
        if (!shorter[here.parent_pointer()].is_object() || counted) continue;
        shorter[here.parent_pointer()].erase(name);
        // A summary is compared as a whole.
        const std::string why = refusal(shorter);
        const bool summary = at.find("/summary/") != std::string::npos && why.find("summary") != std::string::npos;
        if (!optional(at)) CHECK((summary || why.find(name) != std::string::npos));
      }
    }
  }
  CHECK(changes > 1000);
}

TEST_CASE("results: numbers out of range are refused") {
  for (const char* number : {"1e999", "-1", "1.5", "18446744073709551616", "NaN", "\"18446744073709551616\""}) {
    CAPTURE(number);
    std::string text = conformance_sample().dump();
    const std::string before = "\"vectors\":3";
    text.replace(text.find(before), before.size(), std::string("\"vectors\":") + number);
    reports::Results results;
    CHECK_THROWS_AS(reports::add_results(text, results), std::runtime_error);
  }
  for (const char* more : {"-2", "9223372036854775808", "18446744073709551615", "1e3"}) {
    CAPTURE(more);
    std::string text = to_json(sample_validation("calm")).dump();
    const std::string before = "\"more\":0";
    text.replace(text.find(before), before.size(), std::string("\"more\":") + more);
    reports::Results results;
    CHECK_THROWS_WITH(reports::add_results(text, results), "/inputs/0/more: this must be an integer from -1");
  }
}

TEST_CASE("results: capabilities are bounded, for merge compares them") {
  Json json = conformance_sample();
  Json& capabilities = json["implementation"]["capabilities"];
  while (capabilities.size() < 1001) capabilities.push_back(capabilities[0]);
  CHECK(refusal(json) == "/implementation/capabilities: more than 1000 capabilities");
}

TEST_CASE("results: a matrix of nothing is merged and drawn as nothing") {
  reports::Results results;
  reports::add_results(matrix_of(Json::array(), Json::array()).dump(), results);
  CHECK(conformance::merged_json(results) == matrix_of(Json::array(), Json::array()));
  CHECK_FALSE(reports::badge_of(results).message.empty());
}

std::string fault(std::string_view text, std::size_t levels = reports::most_levels) {
  try {
    (void)reports::parse_json(text, levels);
    return "";
  } catch (const reports::BadJson& bad) {
    return fmt::format("{}:{}: {}", bad.line, bad.column, bad.what());
  }
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST_CASE("json: what is no JSON is refused with its place") {
  // A text, and the start of its fault; empty: it is JSON.
  const std::pair<std::string, std::string> rows[] = {
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
  for (const auto& [text, expected] : rows) {
    const std::string found = fault(text);
    INFO(text.substr(0, 80));
    CHECK(found.substr(0, expected.size()) == expected);
    CHECK(found.empty() == expected.empty());
  }
  CHECK(fault(nested(4), 3) == "1:4: nested deeper than 3 levels");
}

TEST_CASE("json: a number that fits no integer is a float") {
  CHECK(reports::parse_json("18446744073709551615").is_number_unsigned());
  CHECK(reports::parse_json("18446744073709551616").is_number_float());
  CHECK(reports::parse_json("-9223372036854775808") == INT64_MIN);
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
  for (int i = 1; i < 131'071; ++i) one += ",\"a" + std::to_string(i) + "\":0";
  for (const char* again : {"a0", "a31", "a32", "a33", "a131070"}) {
    CHECK(fault(one + ",\"" + again + "\":0}").find("duplicate member") != std::string::npos);
  }
  one += ",\"a131071\":0";
  CHECK(reports::parse_json(one + "}").size() == 131'072);
  CHECK(fault(one + ",\"b\":0}").find("too many members in one object") != std::string::npos);
  CHECK(fault(R"({"a":)" + one + R"(},"b":{"a0":0,"a":{"a":0}}})").empty());
  // Linear: with work for all elements at each of them this takes hours.
  std::string many = R"([{"a":1})";
  for (int i = 1; i < 500'000; ++i) many += R"(,{"a":1})";
  CHECK(fault(many + "]").empty());
}

}  // namespace
}  // namespace hallmark::report_test
