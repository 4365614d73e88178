// hallmark report html and site: exit codes and messages, reading results, what happens to files that are there.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using namespace program_testing;

std::string conformance_json() { return to_json(crashed_result("calm")).dump(); }

TEST_CASE("program: exit code and words of report html") {
  const Folder place;
  place.write("result.json", conformance_json());
  place.write("twice.json", conformance_json());
  place.write("validation.json", to_json(sample_validation("calm")).dump());
  place.write("broken.json", "{\"result_version\": 1,");
  place.write("empty.json", "");
  place.write("other.json", "{\"a\": 1}");
  place.write("list.json", "[]");
  place.write("half.json", "{\"result_version\": 1}");
  place.write("deep.json", std::string(1'000'000, '['));
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
      {"--corpus absent report html result.json -o r", 2, "absent"},
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
  expect_all(rows, [&](const std::string& words) { return run_in(place, words); });
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

TEST_CASE("program: a report is the same byte by byte, whatever was in its folder before") {
  const Folder place;
  place.write("result.json", conformance_json());
  place.write("validation.json", to_json(sample_validation("calm")).dump());
  REQUIRE(run_in(place, "report html result.json -o a").exit == 0);
  // Pages of another report that no longer belong are removed; what is not ours stays.
  REQUIRE(run_in(place, "report html validation.json -o b").exit == 0);
  CHECK(tree(place, "b").contains("inputs/1.html"));
  place.write("b/notes.txt", "mine");
  place.write("b/rules/mine.html", "<p>hallmark");
  fs::permissions(place.path("b/index.html"), fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(run_in(place, "report html result.json -o b").exit == 0);
  auto second = tree(place, "b");
  CHECK(second.erase("notes.txt") == 1);
  CHECK(second.erase("rules/mine.html") == 1);
  CHECK(second == tree(place, "a"));
  CHECK_FALSE(fs::exists(place.path("b/inputs")));
  CHECK(fs::status(place.path("b/index.html")).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("program: a file that is no page of ours is not replaced, and then nothing is") {
  const Folder place;
  place.write("result.json", conformance_json());
  for (const char* taken : {"r/index.html", "r/style.css", "r/formats/calm.html", "r/formats"}) {
    INFO(taken);
    fs::remove_all(place.path("r"));
    place.write(taken, "mine");
    const Ran ran = run_in(place, "report html result.json -o r");
    CHECK(ran.exit == 2);
    CHECK(ran.text.find(taken) != std::string::npos);
    CHECK(tree(place, "r").size() == 1);
    CHECK(place.read(taken) == "mine");
  }
}

TEST_CASE("program: of reports into one folder at once, the folder holds one, whole") {
  const Folder place;
  place.write("1.json", to_json(crashed_result("one")).dump());
  place.write("2.json", to_json(crashed_result("two")).dump());
  place.write("small/$folder2/golden/small.json"_filled, hallmark::testing::small_corpus_text());
  const std::string report = "'" HALLMARK_BINARY_DIR "/hallmark' --corpus small report html ";
  for (const char* words : {"--corpus small report html 1.json -o 1", "--corpus small report html 2.json -o 2"}) {
    REQUIRE(run_in(place, words).exit == 0);
  }
  const Ran ran = run_line("cd '" + place.path() + "'; for i in 1 2 1 2 1 2; do " + report +
                                            "$i.json -o all & all=\"$all $!\"; done; for i in $all; do "
                                            "wait $i || status=$?; done; exit $status");
  expect(ran, 0, "");
  const auto left = tree(place, "all");
  CHECK((left == tree(place, "1") || left == tree(place, "2")));
}

TEST_CASE("program: a report that cannot be written leaves the former one complete") {
  const Folder place;
  place.write("result.json", conformance_json());
  place.write("broken.json", "{");
  REQUIRE(run_in(place, "report html result.json -o r").exit == 0);
  const auto before = tree(place, "r");
  CHECK(run_in(place, "report html broken.json -o r").exit == 2);
  CHECK(tree(place, "r") == before);
  // Files of at most 8 KiB can be written: the disk is full in the middle of the report.
  const Ran full = run_line("cd '" + place.path() +
                                             "' && trap '' XFSZ && ulimit -f 16 && '" HALLMARK_BINARY_DIR
                                             "/hallmark' report site -o r");
  CHECK(full.exit == 2);
  CHECK(full.text.find("r/") != std::string::npos);
  CHECK(tree(place, "r") == before);
  // A folder that was not there is not left behind.
  CHECK(run_in(place, "report html broken.json -o new").exit == 2);
  CHECK_FALSE(fs::exists(place.path("new")));
}

}  // namespace
}  // namespace hallmark::report_test
