// Results from outside: every member that is missing or of another kind is refused by name.
#include "reports/results.hpp"

#include "conformance/reports/samples.hpp"
#include "conformance/suite/merge.hpp"
#include "conformance/testing/catch.hpp"
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
  for (const char* name : {"/part", "/expected", "/actual", "/alternative", "/message", "/config", "/compression"}) {
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
        if (!shorter[here.parent_pointer()].is_object() || at.find("/counts/") != std::string::npos) continue;
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

}  // namespace
}  // namespace hallmark::report_test
