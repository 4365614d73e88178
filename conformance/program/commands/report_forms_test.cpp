// hallmark report sarif, junit, github, markdown, badge, merge, diff: exit codes, files, and what they refuse.
#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using namespace program_testing;

TEST_CASE("program: every form of a report, its exit codes and refusals") {
  const Folder place;
  place.write("a.json", to_json(crashed_result("calm")).dump());
  reports::ConformanceResult repaired = crashed_result("calm");
  repaired.results[0].result = "pass";
  place.write("b.json", to_json(repaired).dump());
  reports::ConformanceResult shard = crashed_result("calm");
  shard.results.pop_back();
  place.write("shard.json", to_json(shard).dump());
  place.write("other.json", to_json(crashed_result("wild")).dump());
  place.write("files.json", to_json(sample_validation("calm")).dump());
  place.write("matrix2.json", R"({"matrix_version": 2})");
  place.write("broken.json", "{");
  const std::vector<Line> rows = {
      {"report sarif a.json files.json", 0, "\"version\": \"2.1.0\""},
      {"report junit a.json files.json", 0, "<testsuites name=\"hallmark\" tests=\"5\" failures=\"4\""},
      {"report github a.json files.json", 0,
       "::error title=calm calm%3A sample/rule MUST::decode crashes: 1 vector, calm/1"},
      {"report markdown a.json files.json", 0, "## Validation of 2 inputs"},
      {"report badge a.json", 0, "<title>calm: non-conformant</title>"},
      {"report badge files.json --json", 0, "\"message\": \"2 of 2 invalid\""},
      {"report github - < a.json", 0, "::error"},
      {"report sarif broken.json", 2, "broken.json:1:2: this is not JSON"},
      {"report junit absent.json", 2, "absent.json"},
      {"report markdown a.json -o /dev/full", 2, "/dev/full"},
      {"report sarif a.json --json", 4, "--json"},
      {"report sarif", 4, "RESULT"},
      {"report merge a.json shard.json", 0, "\"result_version\": 1"},
      {"report merge a.json other.json", 0, "\"matrix_version\": 1"},
      {"report merge a.json files.json", 0, "\"matrix_version\": 1"},
      {"report merge files.json files.json", 0, "\"inputs\": 4"},
      {"report merge a.json b.json", 2, "decode calm/1 is crash in one result and pass in another"},
      {"report merge matrix2.json", 2, "matrix2.json: \"matrix_version\" is not 1"},
      {"report merge a.json other.json | '" HALLMARK_BINARY_DIR "/hallmark' report badge -", 0, "non-conformant"},
      {"report diff a.json a.json", 0, "no change"},
      {"report diff a.json b.json", 1, "better   calm calm: decode calm/1 MUST: crash to pass"},
      {"report diff files.json files.json", 0, "no change"},
      {"report diff a.json files.json", 2, "they cannot be compared"},
      {"report diff a.json", 4, "OLD and NEW"},
      {"report diff a.json a.json a.json", 4, "OLD and NEW"},
  };
  expect_all(rows, [&](const std::string& words) { return run_in(place, words); });
}

TEST_CASE("program: what report merge writes has a schema") {
  const Folder place;
  place.write("files.json", to_json(sample_validation("calm")).dump());
  place.write("a.json", to_json(crashed_result("calm")).dump());
  place.write("b.json", to_json(crashed_result("wild")).dump());
  const auto merged = [&](const char* files) {
    return Json::parse(run_in(place, std::string("report merge ") + files).text);
  };
  Json matrix = merged("a.json b.json files.json");
  CHECK(matrix["results"].size() == 2);
  CHECK(matrix["validations"].size() == 1);
  // The samples use names that no real result has.
  matrix["results"] = matrix["validations"] = Json::array();
  CHECK(breach(matrix, "matrix.schema.json").empty());
  matrix["more"] = 1;
  CHECK_FALSE(breach(matrix, "matrix.schema.json").empty());
}

TEST_CASE("program: a report form keeps the file that was there when a result cannot be read") {
  const Folder place;
  place.write("broken.json", "{");
  place.write("out", "as it was");
  for (const char* form : {"sarif", "junit", "github", "markdown", "badge", "merge"}) {
    CAPTURE(form);
    CHECK(run_in(place, std::string("report ") + form + " broken.json -o out").exit == 2);
    CHECK(place.read("out") == "as it was");
  }
}

}  // namespace
}  // namespace hallmark::report_test
