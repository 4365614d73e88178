// hallmark compare: what two testees disagree on is counted, made small, and written as vectors that conform takes.
#include <algorithm>
#include <set>

#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark {
namespace {

using program_testing::Json;
using program_testing::Ran;
using testing::Folder;

// compared runs a line in which `reference` and `broken MODE` are the testees.
Ran compared(const Folder& folder, const std::string& line) {
  return program_testing::run_line("cd '" + folder.path() +
                                   "' && broken='" HALLMARK_BROKEN_TESTEE "' && '" HALLMARK_PROGRAM "' " + line);
}

Json vectors_of(const Folder& folder, const std::string& file) { return Json::parse(folder.read(file))["vectors"]; }

TEST_CASE("compare of the reference with itself finds no disagreement in any format") {
  const Folder folder;
  const Ran ran = compared(folder, "compare --count 300 -- reference --- reference");
  program_testing::expect(ran, 0, "agreements, 0 of them for another category; 0 classes of disagreements");
  CHECK(ran.text.find(" 2400 inputs\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path("disagreements")));
}

TEST_CASE("compare finds what a testee wrongly accepts, class by class, and makes it small") {
  const Folder folder;
  const Ran ran = compared(folder, "compare --format bson-vector --count 900 -- reference --- $broken accept");
  program_testing::expect(ran, 1, "rejected / accepted: bson-vector/padding-range at padding");
  program_testing::expect(ran, 1, "accepted / accepted, different values: the reference accepts, value");
  const Json vectors = vectors_of(folder, "disagreements/bson-vector.json");
  std::set<std::string> rules;
  for (const Json& vector : vectors) {
    CAPTURE(vector["id"]);
    CHECK(vector["id"].get<std::string>().starts_with("bson-vector/compared/1-"));
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
  program_testing::expect(compared(folder, conform + "$broken accept"), 1,
                          "accepted-invalid [bson-vector/padding-range");
}

TEST_CASE("compare tells the classes that a golden vector shows from those that none does") {
  const Folder folder;
  const std::string line = "compare --format bson-vector --count 900 -- reference --- $broken accept";
  const Ran all = compared(folder, line);
  program_testing::expect(all, 1, "inputs; as bson-vector/");
  program_testing::expect(all, 1, "classes of disagreements, 0 of them without a golden vector");
  // A corpus without a vector that breaks dtype.
  for (const char* name : {"version.json", "vector.schema.json", "bson_vector/golden/int8.json"}) {
    std::filesystem::create_directories(
        std::filesystem::path(folder.path(std::string("corpus/") + name)).parent_path());
    std::filesystem::copy_file(std::string(HALLMARK_SOURCE_DIR "/corpus/") + name,
                               folder.path(std::string("corpus/") + name));
  }
  const Ran few = compared(folder, "--corpus corpus " + line);
  program_testing::expect(few, 1, "rejected / accepted: bson-vector/dtype-unknown at ");
  program_testing::expect(few, 1, "no golden");
  CHECK(few.text.find(" 0 of them without a golden vector") == std::string::npos);
}

TEST_CASE("the input of a class is made as small as the class allows") {
  const Folder folder;
  CHECK(compared(folder, "compare --format futhark --count 250 -- reference --- $broken accept").exit == 1);
  std::size_t checked = 0;
  for (const Json& vector : vectors_of(folder, "disagreements/futhark.json")) {
    if (!vector.contains("error") || vector["error"]["rule"] != "futhark/leading-zero") continue;
    std::string bytes;
    for (const Json& segment : vector["bytes"]) bytes += segment[0].get<std::string>();
    CAPTURE(bytes);
    CHECK(bytes.size() == 4);  // a zero and a digit
    ++checked;
  }
  CHECK(checked == 1);
}

TEST_CASE("a crash is a disagreement, and the comparison goes on until there are too many in a row") {
  const Folder folder;
  const Ran ran = compared(folder, "compare --format bson-vector --count 300 -- reference --- $broken crash");
  program_testing::expect(ran, 1, "accepted / crash: the reference accepts");
  program_testing::expect(ran, 1, "note: bson-vector: a testee only hangs or crashes; the rest was not put");
  const Ran hang = compared(folder, "compare --format bson-vector --timeout 1 --count 1 -- reference --- $broken hang");
  program_testing::expect(hang, 1, "rejected / hang");
}

TEST_CASE("a golden vector that hangs shows every class that does") {
  const Folder folder;
  folder.write("corpus/bson_vector/golden/one.json",
               R"({"format": "bson-vector", "spec": {"document": "d", "revision": "1"}, "notes": {},
"vectors": [{"id": "bson-vector/t/a", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03007f07", "all"]],
 "verdict": "valid", "value": {"dtype": "int8", "padding": 0, "data": {"base64": "fwc="}}}]})");
  const Ran ran = compared(folder,
                           "--corpus corpus compare --format bson-vector --timeout 0.05 --count 40 -- reference "
                           "--- $broken hang");
  program_testing::expect(ran, 1, "accepted / hang");
  program_testing::expect(ran, 1, "rejected / hang");
  program_testing::expect(ran, 1, "classes of disagreements, 0 of them without a golden vector");
}

TEST_CASE("paths of a class name neither indices nor keys of the input") {
  const Folder folder;
  const Ran ran = compared(folder, "compare --format bson --count 4000 -- reference --- $broken accept");
  CHECK(ran.exit == 1);
  const Json vectors = vectors_of(folder, "disagreements/bson.json");
  // 34 rules and accepted inputs, each in a document or at an element.
  CHECK(vectors.size() > 30);
  CHECK(vectors.size() < 90);
  CHECK(ran.text.find("bson/boolean at documents[].*;") != std::string::npos);
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
  const std::string line = "compare --format oinf --seed 3 --count 1300 -- reference --- $broken accept";
  CHECK(compared(first, line).text == compared(second, line).text);
  CHECK(first.read("disagreements/oinf.json") == second.read("disagreements/oinf.json"));
}

TEST_CASE("compare: exit codes and words of what cannot be done") {
  struct Row {
    const char* line;
    int exit;
    const char* expected;
  };
  const Row rows[] = {
      {"compare -- reference", 4, "--- between the command lines"},
      {"compare -- reference ---", 4, "the command line of the second testee is missing"},
      {"compare -- --- reference", 4, "the command line of the first testee is missing"},
      {"compare --format bison -- reference --- reference", 4, "unknown format bison; did you mean bson?"},
      {"compare -- reference --- ./nothing-here", 2, "cannot start a testee"},
      {"compare --format bson-vector --count 20 -- reference --- $broken lack", 3, "20 not compared: unsupported"},
      {"compare --format bson-vector --count 20 -- reference --- $broken fail", 2, "a harness failed"},
      {"compare --format bson -- reference --- $broken verdict-only", 3, "the second testee does not decode bson"},
      {"compare --format bson-vector -o /dev/null/x -- reference --- $broken reject", 1, "/dev/null/x"},
  };
  for (const Row& row : rows) {
    INFO(row.line);
    const Folder folder;
    program_testing::expect(compared(folder, row.line), row.exit, row.expected);
  }
}

}  // namespace
}  // namespace hallmark
