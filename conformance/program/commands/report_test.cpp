// SPDX-License-Identifier: Apache-2.0
// hallmark report: exit codes and messages, reading results, what happens to files that are there.
#include <sys/stat.h>

#include <map>

#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using namespace program_testing;

std::string conformance_json() { return to_json(crashed_result("calm")).dump(); }

TEST_CASE_METHOD(InFolder, "program: exit code and words of report html") {
  folder.write("result.json", conformance_json());
  folder.write("twice.json", conformance_json());
  folder.write("validation.json", to_json(sample_validation("calm")).dump());
  folder.write("broken.json", "{\"result_version\": 1,");
  folder.write("empty.json", "");
  folder.write("other.json", "{\"a\": 1}");
  folder.write("list.json", "[]");
  folder.write("half.json", "{\"result_version\": 1}");
  folder.write("deep.json", std::string(1'000'000, '['));
  const std::vector<Line> rows = {
      {"report html result.json -o r && cat r/index.html", 0, "<h1>Conformance of calm calm</h1>"},
      {"report html result.json twice.json -o r && cat r/index.html", 0, "<h1>Conformance of 2 implementations</h1>"},
      {"report html validation.json -o r && cat r/index.html", 0, "<h1>Validation of 2 inputs</h1>"},
      {"report html result.json validation.json -o r && cat r/index.html", 0,
       "<h1>Conformance of calm calm, validation of 2 inputs</h1>"},
      {"report html - -o r < result.json && cat r/index.html", 0, "<h1>Conformance of calm calm</h1>"},
      {"report html broken.json -o r", 2, "broken.json:1:22: this is not JSON: syntax error"},
      {"report html empty.json -o r", 2, "empty.json:1:1: this is not JSON: it is empty"},
      {"report html deep.json -o r", 2, "deep.json:1:65: nested deeper than 64 levels"},
      {"report html other.json -o r", 2, "other.json: this is neither"},
      {"report html list.json -o r", 2, "list.json: this is neither"},
      {"report html half.json -o r", 2, "half.json: "},
      {"report html absent.json -o r", 2, "absent.json: "},
      {"report html result.json broken.json -o r", 2, "broken.json:1:22: "},
      {"report html . -o r", 2, "directory"},
      {"report html - -o r < /dev/null", 2, "standard input:1:1: this is not JSON: it is empty"},
      {"report html result.json -o result.json", 2, "result.json: it is a file; a report is a folder"},
      {"report html result.json -o /dev/full", 2, "/dev/full"},
      {"report html result.json -o /proc/report", 2, "/proc/report"},
      {"report", 4, ""},
      {"report html -o r", 4, "RESULT"},
      {"report html result.json", 4, "-o"},
      {"report html result.json -o r --of x", 4, "--of"},
      {"report pdf result.json", 4, ""},
      {"report html --help", 0, "-o DIR"},
      {"report site -o s && cat s/index.html", 0, "rules/$format/boolean.html"_filled},
      {"report site result.json -o s && cat s/index.html", 0, "With the results of 1 implementation."},
      {"report site validation.json -o s", 4, "takes results of conform"},
      {"report site broken.json -o s", 2, "broken.json:1:22: "},
      {"report site", 4, "-o"},
      {"report site --help", 0, "[RESULT...]"},
  };
  expect_all(rows, [&](const std::string& words) { return run_with_example(folder, words); });
  expect(run_in(folder, "--corpus absent report html result.json -o r"), 2, "absent");
}

// The files below a folder, by path, with their content.
std::map<std::string, std::string> tree(const Folder& place, const std::string& folder) {
  std::map<std::string, std::string> files;
  const fs::path root = place.path(folder);
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) {
      const std::string name = fs::relative(entry.path(), root).generic_string();
      files[name] = place.read(folder + "/" + name);
    }
  }
  return files;
}

TEST_CASE_METHOD(InFolder, "program: pages of inputs show the bytes around a finding while the file still has it") {
  const std::string excerpt =
      "<pre class=\"excerpt\">  00000000  10 09 7f                 |...|\n               ^^ offset 1";
  const auto page = [&](const std::string& options) {
    REQUIRE(run_with_example(folder, "report html validation.json -o r" + options).exit == 0);
    return folder.read("r/inputs/1.html");
  };
  folder.write("x.$ext2"_filled, "\x10\x09\x7f");
  folder.write("validation.json", run({"validate", "--report", "json", "x.$ext2"_filled}, here).out);
  CHECK(page("").find(excerpt) != std::string::npos);
  CHECK(page("").find("The padding of a PACKED_BIT vector is 0 to 7.") != std::string::npos);
  CHECK(page(" --published").find("<pre") == std::string::npos);
  for (const std::string_view other : {std::string_view("\x10\x07\x7f"), std::string_view("\x10\x09\x7f\x7f")}) {
    folder.write("x.$ext2"_filled, other);
    CHECK(page("").find("<pre") == std::string::npos);
  }
  fs::remove(folder.path("x.$ext2"_filled));
  REQUIRE(mkfifo(folder.path("x.$ext2"_filled).c_str(), 0600) == 0);  // nobody writes to it
  CHECK(page("").find("<pre") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "program: a report is the same byte by byte, whatever was in its folder before") {
  folder.write("result.json", conformance_json());
  folder.write("validation.json", to_json(sample_validation("calm")).dump());
  REQUIRE(run_with_example(folder, "report html result.json -o a").exit == 0);
  // Pages of another report that no longer belong are removed; what is not ours stays.
  REQUIRE(run_with_example(folder, "report html validation.json -o b").exit == 0);
  CHECK(tree(folder, "b").contains("inputs/1.html"));
  folder.write("b/notes.txt", "mine");
  folder.write("b/rules/mine.html", "<p>hallmark");
  fs::permissions(folder.path("b/index.html"), fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(run_with_example(folder, "report html result.json -o b").exit == 0);
  auto second = tree(folder, "b");
  CHECK(second.erase("notes.txt") == 1);
  CHECK(second.erase("rules/mine.html") == 1);
  CHECK(second == tree(folder, "a"));
  CHECK_FALSE(fs::exists(folder.path("b/inputs")));
  CHECK(fs::status(folder.path("b/index.html")).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE_METHOD(InFolder, "program: a file that is no page of ours is not replaced, and then nothing is") {
  folder.write("result.json", conformance_json());
  for (const char* taken : {"r/index.html", "r/style.css", "r/formats/calm.html", "r/formats"}) {
    INFO(taken);
    fs::remove_all(folder.path("r"));
    folder.write(taken, "mine");
    expect(run_with_example(folder, "report html result.json -o r"), 2, taken);
    CHECK(tree(folder, "r").size() == 1);
    CHECK(folder.read(taken) == "mine");
  }
}

TEST_CASE_METHOD(InFolder, "program: a report that cannot be written leaves the former one complete") {
  folder.write("result.json", conformance_json());
  folder.write("broken.json", "{");
  REQUIRE(run_with_example(folder, "report html result.json -o r").exit == 0);
  const auto before = tree(folder, "r");
  CHECK(run_with_example(folder, "report html broken.json -o r").exit == 2);
  CHECK(tree(folder, "r") == before);
  // Files of at most 8 KiB can be written: the disk is full in the middle of the report.
  expect(run_line("cd '" + folder.path() +
                  "' && trap '' XFSZ && ulimit -f 16 && '" HALLMARK_BINARY_DIR "/hallmark' --corpus '" +
                  example_corpus() + "' report site -o r"),
         2, "r/");
  CHECK(tree(folder, "r") == before);
  // A folder that was not there is not left behind.
  CHECK(run_with_example(folder, "report html broken.json -o new").exit == 2);
  CHECK_FALSE(fs::exists(folder.path("new")));
}

TEST_CASE_METHOD(InFolder, "program: every form of a report, its exit codes and refusals") {
  folder.write("a.json", to_json(crashed_result("calm")).dump());
  reports::ConformanceResult repaired = crashed_result("calm");
  repaired.results[0].result = "pass";
  folder.write("b.json", to_json(repaired).dump());
  reports::ConformanceResult shard = crashed_result("calm");
  shard.results.pop_back();
  folder.write("shard.json", to_json(shard).dump());
  folder.write("other.json", to_json(crashed_result("wild")).dump());
  folder.write("files.json", to_json(sample_validation("calm")).dump());
  folder.write("matrix2.json", R"({"matrix_version": 2})");
  folder.write("broken.json", "{");
  const std::vector<Line> rows = {
      {"report sarif a.json files.json", 0, "\"version\": \"2.1.0\""},
      {"report junit a.json files.json", 0, "<testsuites name=\"hallmark\" tests=\"5\" failures=\"4\""},
      {"report github a.json files.json", 0,
       "::error title=calm calm%3A sample/rule MUST::decode crashes (1 of 1 vector: calm/1)"},
      {"report markdown a.json files.json", 0, "## Validation of 2 inputs"},
      {"report badge a.json", 0, "<title>calm: non-conformant: 1 of 2 requirements (1 of 2 vectors)</title>"},
      {"report badge files.json --json", 0, "\"message\": \"2 of 2 invalid\""},
      {"report github - < a.json", 0, "::error"},
      {"report sarif broken.json", 2, "broken.json:1:2: this is not JSON"},
      {"report junit absent.json", 2, "absent.json"},
      {"report markdown a.json -o /dev/full", 2, "/dev/full"},
      {"report sarif a.json --json", 4, "--json"},
      {"report sarif", 4, "RESULT"},
      {"report merge a.json shard.json", 0, "\"result_version\": 2"},
      {"report merge a.json other.json", 0, "\"matrix_version\": 1"},
      {"report merge a.json files.json", 0, "\"matrix_version\": 1"},
      {"report merge files.json files.json", 0, "\"inputs\": 4"},
      {"report merge a.json b.json", 2, "decode calm/1 is crash in one result and pass in another"},
      {"report merge matrix2.json", 2, "matrix2.json: /matrix_version: this is not 1"},
      {"report merge a.json other.json | '" HALLMARK_BINARY_DIR "/hallmark' report badge -", 0, "non-conformant"},
      {"report diff a.json a.json", 0, "no change"},
      {"report diff a.json b.json", 0, "better   calm calm: decode calm/1 MUST: crash to pass"},
      {"report diff --fail-on any a.json b.json", 1, "better   calm calm: decode calm/1 MUST: crash to pass"},
      {"report diff --fail-on any a.json a.json", 0, "no change"},
      {"report diff b.json a.json", 1, "worse    calm calm: decode calm/1 MUST: pass to crash"},
      {"report diff --fail-on none a.json b.json", 4, "--fail-on"},
      {"report diff files.json files.json", 0, "no change"},
      {"report diff a.json files.json", 2, "they cannot be compared"},
      {"report diff a.json", 4, "OLD and NEW"},
      {"report diff a.json a.json a.json", 4, "OLD and NEW"},
  };
  expect_all(rows, [&](const std::string& words) { return run_with_example(folder, words); });
  // A result that cannot be read leaves the file that was there.
  folder.write("out", "as it was");
  CHECK(run_in(folder, "report merge broken.json -o out").exit == 2);
  CHECK(folder.read("out") == "as it was");
}

TEST_CASE_METHOD(InFolder, "program: what report merge writes has a schema") {
  folder.write("files.json", to_json(sample_validation("calm")).dump());
  folder.write("a.json", to_json(crashed_result("calm")).dump());
  folder.write("b.json", to_json(crashed_result("wild")).dump());
  const auto merged = [&](const char* files) {
    return Json::parse(run_with_example(folder, std::string("report merge ") + files).text);
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

}  // namespace
}  // namespace hallmark::report_test
