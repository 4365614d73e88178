// hallmark vectors, explain and rules: output and exit codes.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "conformance/program/testing/support.hpp"
#include "conformance/suite/lint.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/temporary_folder.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

using testing::Folder;

using program_testing::Ran;

// run starts the program in a folder without a corpus.
Ran run(const std::string& arguments) {
  return program_testing::run_line("cd / && '" HALLMARK_BINARY_DIR "/hallmark' " + arguments + " </dev/null");
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("program: exit code and words of vectors, explain and rules") {
  struct Row {
    const char* arguments;
    int exit;
    const char* expected;  // part of the output
  };
  const Row rows[] = {
      {"vectors lint", 0, " vectors, 0 findings"},
      {"vectors lint --format bson", 0, " vectors, 0 findings"},
      {"vectors lint --format bison", 4, "unknown format bison; did you mean bson?"},
      {"--corpus /nowhere vectors lint", 2, "/nowhere: no such corpus folder"},
      {"--corpus /dev vectors list", 2, "no vector files"},
      {"vectors", 4, ""},
      {"vectors list", 0, "bson-vector/packed-bit/ignored-3-disputed"},
      {"vectors list --format bson", 0, "bson/framing/empty-file"},
      {"vectors show bson-vector/packed-bit/ignored-3-disputed", 0, ">      3  07"},
      {"vectors show bson-vector/header/empty", 0, "(the end of the input)"},
      {"vectors show bson-vector/header/empty", 0, "; hazard: corruption)"},
      {"vectors show bson-vector/refused/padding-8", 0, "op        encode: the value below must be refused"},
      {"vectors disputed", 4, "RESULT"},
      {"vectors disputed /no/such/result.json", 2, "/no/such/result.json"},
      {"vectors show bson-vector/int8/padding-9", 4, "did you mean bson-vector/int8/padding-"},
      {"vectors export", 4, "--output"},
      {"vectors export -o /dev/null/x", 2, "/dev/null/x"},
      {"explain bson-vector/padding-range", 0, "category  out-of-range"},
      {"explain bson-vector/padding-range", 0, "padding: 8"},
      {"explain bson-vector/ignored-bits", 0, "a warning under --profile compat"},
      {"explain bson/array-key", 0, "bson/arrays/"},
      {"explain bson/array-key", 0, "            https://bsonspec.org/spec.html\n"},
      {"explain bson/array-key", 0, "fix       Number the keys of an array from 0.\n"},
      {"explain bson-vector/padding-range", 0, "demand    "},
      {"explain bson/nesting-depth", 0, "(Hallmark's own decisions: "},
      {"explain futhark/dtype", 0, "The smallest value that an encoder must refuse by it: futhark/refused/"},
      {"explain hallmark/max-alloc", 0, "No golden vector"},
      {"explain padding-rnage", 4, "did you mean bson-vector/padding-range?"},
      {"explain", 4, "RULE"},
      {"rules", 0, "hallmark/unknown-format"},
      {"rules --format bson-vector", 0, "bson-vector/dtype-unknown"},
      {"rules --format nonsense", 4, "unknown format nonsense"},
      {"rules --json", 0, "\"section\": \"validation\""},
      {"vectors list >/dev/full", 2, ""},
  };
  for (const Row& row : rows) {
    const Ran ran = run(row.arguments);
    CAPTURE(row.arguments, ran.text);
    CHECK(ran.exit == row.exit);
    CHECK(ran.text.find(row.expected) != std::string::npos);
  }
}

TEST_CASE("program: rules --json lists every rule once with all its columns") {
  const Json json = Json::parse(run("rules --json").text);
  std::size_t rules = 0;
  for (const Codec* codec : all_codecs()) rules += codec->rules.size();
  CHECK(json.at("rules").size() > rules);  // plus those of hallmark and http
  for (const Json& rule : json.at("rules")) {
    for (const char* column :
         {"id", "title", "kind", "category", "level", "compat", "severity", "clause", "demand", "fix", "why"}) {
      CAPTURE(column);
      CHECK(rule.contains(column));
    }
  }
}

TEST_CASE("program: an exported vector has its bytes, its expectation and a line in the manifest") {
  const Folder folder;
  const std::filesystem::path out = folder.path("deep/export");
  const Ran ran = run("vectors export -o '" + out.string() + "'");
  CAPTURE(ran.text);
  REQUIRE(ran.exit == 0);
  const Json manifest = Json::parse(content(out / "manifest.json"));
  const Corpus corpus = load_corpus(find_corpus(""));
  CHECK(manifest.at("corpus") == corpus.sha256());
  REQUIRE(manifest.at("vectors").size() == corpus.size());
  std::size_t next = 0;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      const Json& entry = manifest.at("vectors")[next++];
      const std::vector<std::byte> bytes = vector.bytes();
      const bool input = vector.operation == Operation::decode;
      CHECK(entry.contains("file") == input);
      const std::string exported = input ? content(out / entry.at("file").get<std::string>()) : "";
      const Json expectation = Json::parse(content(out / entry.at("expectation").get<std::string>()));
      const bool same = entry.at("id") == vector.id && expectation.at("id") == vector.id &&
                        expectation.at("verdict") == to_string(vector.verdict) && !expectation.contains("bytes") &&
                        std::ranges::equal(as_bytes(exported), bytes);
      CAPTURE(vector.id);
      if (!same) CHECK(same);
    }
  }
}

TEST_CASE("program: the faults of a corpus are reported, and the exit code is 1") {
  const Folder folder;
  std::filesystem::copy(HALLMARK_SOURCE_DIR "/corpus", folder.path("corpus"), std::filesystem::copy_options::recursive);
  const auto file = folder.path("corpus/bson_vector/golden/header.json");
  const std::string text = content(file);
  const std::string lint = "--corpus '" + folder.path("corpus") + "' vectors lint";
  CHECK(run(lint).exit == 0);

  std::string wrong = text;
  wrong.replace(wrong.find("\"offset\": 0"), 11, "\"offset\": 1");
  folder.write("corpus/bson_vector/golden/header.json", wrong);
  const Ran faulty = run(lint);
  CAPTURE(faulty.text);
  CHECK(faulty.exit == 1);
  CHECK(faulty.text.find("bson-vector/header/empty: the error is") != std::string::npos);

  folder.write("corpus/bson_vector/golden/header.json", text.substr(0, text.size() / 2));
  const Ran refused = run(lint);
  CAPTURE(refused.text);
  CHECK(refused.exit == 1);
  CHECK(refused.text.find("this is not JSON") != std::string::npos);
}

}  // namespace
}  // namespace hallmark::conformance
