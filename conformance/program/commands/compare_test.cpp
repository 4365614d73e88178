// SPDX-License-Identifier: Apache-2.0
// hallmark compare: what two testees disagree on is counted, made small, and written as vectors that conform takes.
#include <fmt/format.h>

#include <set>

#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark {
namespace {

using namespace std::string_literals;
using namespace program_testing;

// compared runs a line in which `reference` and `broken MODE` are the testees.
Ran compared(const Folder& folder, const std::string& line, const std::string& corpus = example_corpus()) {
  return run_line("cd '" + folder.path() +
                  "' && broken='" HALLMARK_BROKEN_TESTEE "' && '" HALLMARK_PROGRAM "' --corpus '" + corpus + "' " +
                  line);
}

Json vectors_of(const Folder& folder, const std::string& file) { return Json::parse(folder.read(file))["vectors"]; }

TEST_CASE_METHOD(InFolder, "compare of the reference with itself finds no disagreement in any format") {
  const Ran ran = compared(folder, "compare --count 300 -- reference --- reference", HALLMARK_SOURCE_DIR "/corpus");
  expect(ran, 0, "agreements, 0 of them for another category; 0 classes of disagreements");
  CHECK(ran.text.find(fmt::format("\n{} inputs\n", 300 * all_codecs().size())) != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path("disagreements")));
}

TEST_CASE_METHOD(InFolder, "compare finds what a testee wrongly accepts, class by class, and makes it small") {
  const Ran ran = compared(folder, "compare --format $second --count 900 -- reference --- $broken accept"_filled);
  expect(ran, 1, "rejected / accepted: $second/padding-range at padding"_filled);
  expect(ran, 1, "accepted / accepted, different values: value.");
  const Json vectors = vectors_of(folder, "disagreements/$second.json"_filled);
  std::set<std::string> rules;
  for (const Json& vector : vectors) {
    CAPTURE(vector["id"]);
    CHECK(vector["id"].get<std::string>().starts_with("$second/compared/1-"_filled));
    if (!vector.contains("error")) continue;
    rules.insert(vector["error"]["rule"].get<std::string>());
    std::size_t bytes = 0;
    for (const Json& segment : vector["bytes"]) bytes += segment[0].get<std::string>().size() / 2;
    CHECK(bytes <= 3);
  }
  CHECK(rules.size() == 7);
  // conform takes them: the reference passes, the other fails those that it accepts.
  const std::string conform = "conform --op decode --vectors disagreements -- ";
  CHECK(compared(folder, conform + "'" HALLMARK_PROGRAM "' serve-testee").exit == 0);
  expect(compared(folder, conform + "$broken accept"), 1, "accepted-invalid [$second/padding-range"_filled);
}

TEST_CASE_METHOD(InFolder,
                 "compare says which side is which, and of other values both; a class is named after their place") {
  const Ran ran =
      compared(folder, "compare --format $second --count 900 -- $broken wrong-value --- $broken reverse-data"_filled);
  CHECK(ran.text.starts_with("first:  hallmark 1\nsecond: hallmark 1\n900 inputs\n"));
  // The first always reads a padding of 7, the second turns data around: what comes first in the value names the class.
  expect(ran, 1, "accepted / accepted, different values: value.padding; ");
  expect(ran, 1, "accepted / accepted, different values: value.data.base64; ");
  expect(ran, 1, "first (hallmark) accepted; second (hallmark) accepted; value.padding: 7 / 0\n");
  CHECK(ran.text.find("the reference") == std::string::npos);
  bool described = false;
  for (const Json& vector : vectors_of(folder, "disagreements/$second.json"_filled)) {
    const std::string id = vector["id"];
    const std::string description = vector["description"];
    described = described || description.ends_with("; value.padding: 7 / 0");
    const Ran shown = compared(folder, "vectors show --vectors disagreements " + id);
    expect(shown, 0, id);
    expect(shown, 0, description);
  }
  CHECK(described);
  expect(compared(folder, "vectors list --vectors disagreements"), 0, "$second/compared/1-"_filled);
  expect(compared(folder, "vectors show $second/compared/1-1"_filled), 4, "unknown vector");
}

TEST_CASE_METHOD(InFolder, "compare tells the classes that a golden vector shows from those that none does") {
  const std::string line = "compare --format $second --count 900 -- reference --- $broken accept"_filled;
  const Ran all = compared(folder, line);
  expect(all, 1, "inputs; as $second/"_filled);
  expect(all, 1, "classes of disagreements, 0 of them without a golden vector");
  // A corpus without a vector that breaks dtype.
  for (const std::string& name : {"version.json"s, "vector.schema.json"s, "$folder2/golden/int8.json"_filled}) {
    folder.write("corpus/" + name, testing::text_of(HALLMARK_SOURCE_DIR "/corpus/" + name));
  }
  const Ran few = compared(folder, line, "corpus");
  expect(few, 1, "rejected / accepted: $second/dtype-unknown at "_filled);
  expect(few, 1, "no golden");
  CHECK(few.text.find(" 0 of them without a golden vector") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "a crash is a disagreement, and the comparison goes on until there are too many in a row") {
  const Ran ran = compared(folder, "compare --format $second --count 300 -- reference --- $broken crash"_filled);
  expect(ran, 1, "accepted / crash: the reference accepts");
  expect(ran, 1, "note: $second: a testee only hangs or crashes; the rest was not put"_filled);
  const Ran hang =
      compared(folder, "compare --format $second --timeout 1 --count 1 -- reference --- $broken hang"_filled);
  expect(hang, 1, "rejected / hang");
}

TEST_CASE_METHOD(InFolder, "a golden vector that hangs shows every class that does") {
  folder.write("corpus/$folder2/golden/one.json"_filled,
               R"({"format": "$second", "spec": {"document": "d", "revision": "1"}, "notes": {},
"vectors": [{"id": "$second/t/a", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03007f07", "all"]],
 "verdict": "valid", "value": {"dtype": "int8", "padding": 0, "data": {"base64": "fwc="}}}]})"_filled);
  const Ran ran = compared(
      folder, "compare --format $second --timeout 0.05 --count 40 -- reference --- $broken hang"_filled, "corpus");
  expect(ran, 1, "accepted / hang");
  expect(ran, 1, "rejected / hang");
  expect(ran, 1, "classes of disagreements, 0 of them without a golden vector");
}

TEST_CASE_METHOD(InFolder, "paths of a class name neither indices nor keys of the input") {
  const Ran ran = compared(folder, "compare --format $format --count 4000 -- reference --- $broken accept"_filled);
  CHECK(ran.exit == 1);
  const Json vectors = vectors_of(folder, "disagreements/$format.json"_filled);
  // 34 rules and accepted inputs, each in a document or at an element.
  CHECK(vectors.size() > 30);
  CHECK(vectors.size() < 90);
  CHECK(ran.text.find("$format/boolean at documents[].*;"_filled) != std::string::npos);
  CHECK(ran.text.find("documents[0]") == std::string::npos);
  // Below a document all is keys, also one that golden vectors use as well.
  const std::string_view below = " at documents[].";
  for (std::size_t at = ran.text.find(below); at != std::string::npos; at = ran.text.find(below, at + 1)) {
    CHECK(ran.text.compare(at + below.size(), 2, "*;") == 0);
  }
}

TEST_CASE("the same seed compares the same inputs") {
  const Folder first;
  const Folder second;
  const std::string line = "compare --format $second --seed 3 --count 1300 -- reference --- $broken accept"_filled;
  CHECK(compared(first, line).text == compared(second, line).text);
  CHECK(first.read("disagreements/$second.json"_filled) == second.read("disagreements/$second.json"_filled));
}

TEST_CASE("compare: exit codes and words of what cannot be done") {
  const std::vector<Line> rows = {
      {"compare -- reference", 4, "--- between the command lines"},
      {"compare -- reference ---", 4, "the command line of the second testee is missing"},
      {"compare -- --- reference", 4, "the command line of the first testee is missing"},
      {"compare --format $formats -- reference --- reference"_filled, 4,
       "unknown format $formats; did you mean $format?"_filled},
      {"compare -- reference --- ./nothing-here", 2, "cannot start a testee"},
      {"compare --format $second --count 20 -- reference --- $broken lack"_filled, 3, "20 not compared: unsupported"},
      {"compare --format $second --count 20 -- reference --- $broken fail"_filled, 2, "a harness failed"},
      {"compare --format $format -- reference --- $broken verdict-only"_filled, 3,
       "the second testee does not decode $format"_filled},
      {"compare --format $second -o /dev/null/x -- reference --- $broken reject"_filled, 1, "/dev/null/x"},
  };
  expect_all(rows, [](const std::string& words) { return compared(Folder(), words); });
}

}  // namespace
}  // namespace hallmark
