// hallmark report html: exit codes and messages, reading files and standard input.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/temporary_folder.hpp"

namespace hallmark::report_test {
namespace {

using program_testing::Ran;

Ran run(const testing::Folder& place, const std::string& arguments) {
  return program_testing::run_line("cd '" + place.path() + "' && '" HALLMARK_BINARY_DIR "/hallmark' " + arguments);
}

std::string conformance_json() {
  reports::ConformanceResult result = sample_result("calm");
  result.runs[0].verdict = "non-conformant";
  result.runs[0].counts = {{"MUST", {{"pass", 1}, {"crash", 1}}}};
  result.results[0].result = "crash";
  result.results[0].expected.verdict = "invalid";
  result.results[0].actual.result = "";
  result.results[0].expectation = "met";
  return to_json(result).dump();
}

TEST_CASE("program: exit code and words of report html") {
  const testing::Folder place;
  place.write("result.json", conformance_json());
  place.write("twice.json", conformance_json());
  place.write("validation.json", to_json(sample_validation("calm")).dump());
  place.write("broken.json", "{\"result_version\": 1,");
  place.write("empty.json", "");
  place.write("other.json", "{\"a\": 1}");
  place.write("list.json", "[]");
  place.write("half.json", "{\"result_version\": 1}");
  place.write("deep.json", std::string(1'000'000, '['));
  struct Row {
    const char* arguments;
    int exit;
    const char* expected;
  };
  const Row rows[] = {
      {"report html result.json", 0, "<h1>Conformance of calm calm</h1>"},
      {"report html result.json twice.json", 0, "<h1>Conformance of 2 implementations</h1>"},
      {"report html validation.json", 0, "<h1>Validation of 2 inputs</h1>"},
      {"report html result.json validation.json", 0, "<h1>Conformance of calm calm, validation of 2 inputs</h1>"},
      {"report html - < result.json", 0, "<h1>Conformance of calm calm</h1>"},
      {"report html broken.json", 2, "broken.json: this is not JSON (syntax error at byte 21)"},
      {"report html empty.json", 2, "empty.json: this is not JSON (syntax error at byte 0)"},
      {"report html deep.json", 2, "deep.json: this is not JSON (syntax error at byte 1000000)"},
      {"report html other.json", 2, "other.json: this is neither"},
      {"report html list.json", 2, "list.json: this is neither"},
      {"report html half.json", 2, "half.json: "},
      {"report html absent.json", 2, "absent.json: "},
      {"report html result.json broken.json", 2, "broken.json: "},
      {"report html .", 2, "directory"},
      {"report html - < /dev/null", 2, "standard input: this is not JSON (syntax error at byte 0)"},
      {"report html result.json -o absent/x.html", 2, "absent/x.html"},
      {"report html result.json -o /dev/full", 2, "/dev/full"},
      {"--corpus absent report html result.json", 2, "absent"},
      {"report", 4, ""},
      {"report html", 4, "RESULT"},
      {"report html result.json --of x", 4, "--of"},
      {"report pdf result.json", 4, ""},
      {"report html --help", 0, "-o"},
  };
  for (const Row& row : rows) {
    INFO(row.arguments);
    const Ran ran = run(place, row.arguments);
    CHECK(ran.exit == row.exit);
    const bool said = ran.text.find(row.expected) != std::string::npos;
    if (!said) UNSCOPED_INFO(ran.text.substr(0, 500));
    CHECK(said);
  }
}

TEST_CASE("program: report html writes the same page to a file, and none when a result is broken") {
  const testing::Folder place;
  place.write("result.json", conformance_json());
  place.write("broken.json", "{");
  place.write("page.html", "as it was");
  CHECK(run(place, "report html broken.json -o page.html").exit == 2);
  CHECK(place.read("page.html") == "as it was");
  CHECK(run(place, "report html result.json -o page.html").exit == 0);
  CHECK(place.read("page.html") == run(place, "report html result.json").text);
}

}  // namespace
}  // namespace hallmark::report_test
