// SPDX-License-Identifier: Apache-2.0
// hallmark vectors, explain and rules: output and exit codes.
#include <algorithm>
#include <set>
#include <sstream>

#include "conformance/examine/all_rules.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/lint.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/temporary_folder.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

using namespace program_testing;

// in_root starts the program in a folder without a corpus.
Ran in_root(const std::string& arguments) {
  return program_testing::run_line("cd / && '" HALLMARK_BINARY_DIR "/hallmark' " + arguments + " </dev/null");
}

TEST_CASE("program: exit code and words of vectors, explain and rules") {
  const std::vector<Line> rows_of_all = {
      {"vectors lint --format $second"_filled, 0, " vectors, 0 findings"},
      {"vectors list", 0, "$second/packed-bit/ignored-3-disputed"_filled},
      {"--corpus /nowhere vectors lint", 2, "/nowhere: no such corpus folder"},
      {"--corpus /dev vectors list", 2, "no vector files"},
      {"explain futhark/dtype", 0, "The smallest value that an encoder must refuse by it: futhark/refused/"},
  };
  expect_all(rows_of_all, in_root);
  const std::vector<Line> rows = {
      {"vectors lint --format $format"_filled, 0, " vectors, 0 findings"},
      {"vectors lint --format $formats"_filled, 4, "unknown format $formats; did you mean $format?"_filled},
      {"vectors", 4, ""},
      {"vectors list --format $format"_filled, 0, "$format/framing/empty-file"_filled},
      {"vectors list --format $second"_filled, 0, "level     verdict         bytes  rule\n"},
      {"vectors list --rule */padding-range --run $second/grid/*"_filled, 0,
       "$second/grid/packed-bit-padding-136"_filled},
      {"vectors list --run nosuch*", 3, "no vector matches"},
      {"vectors list --rule nosuch*", 3, "no vector matches"},
      {"vectors show $second/packed-bit/ignored-3-disputed"_filled, 0, ">      3  07"},
      {"vectors show $second/header/empty"_filled, 0, "(the end of the input)"},
      {"vectors show $second/header/empty"_filled, 0, "; hazard: corruption)"},
      {"vectors show $second/grid/packed-bit-padding-136"_filled, 0, " (hazard: memory)"},
      {"vectors show $format/many-entries/array-65537"_filled, 0, "      11  0a"},
      {"vectors show $format/many-entries/array-65537"_filled, 0, "type: null (copy 0 of 0 to 65536)\n"},
      {"vectors show $format/many-entries/array-65537"_filled, 0,
       "      14  …                                    65535 copies more\n"},
      {"vectors show $format/many-entries/array-65538-key"_filled, 0, "key \"1\""},
      {"vectors show $second/refused/padding-8"_filled, 0, "op        encode: the value below must be refused"},
      {"vectors disputed", 4, "RESULT"},
      {"vectors disputed /no/such/result.json", 2, "/no/such/result.json"},
      {"vectors show $second/int8/padding-9"_filled, 4, "did you mean $second/int8/padding-"_filled},
      {"vectors export", 4, "--output"},
      {"vectors export -o /dev/null/x", 2, "/dev/null/x"},
      {"explain $second/padding-range"_filled, 0, "category  out-of-range"},
      {"explain $second/padding-range"_filled, 0, "padding: 8"},
      {"explain $second/ignored-bits"_filled, 0, "a warning under --profile compat"},
      {"explain $format/array-key"_filled, 0, "$format/arrays/"_filled},
      {"explain $format/array-key"_filled, 0, "$formatspec.org/blob/"_filled},
      {"explain $format/array-key"_filled, 0, "fix       Number the keys of an array from 0.\n"},
      {"explain $second/padding-range"_filled, 0, "demand    "},
      {"explain $second/padding-range"_filled, 0, ".md?plain=1#L18"},
      {"explain $second/padding-range"_filled, 0, "addressee reader (it lays a duty on who reads)\n"},
      {"explain $second/ignored-bits"_filled, 0, "repair    Write 0 in the ignored bits.\n"},
      {"explain $format/nesting-depth"_filled, 0, "(Hallmark's own decisions: "},
      {"explain $second/padding-not-applicable"_filled, 0, "\nReaders of $format, tried with "_filled},
      {"explain $second/padding-not-applicable"_filled, 0, "\nReaders of $second, tried with "_filled},
      {"explain hallmark/max-alloc", 0, "No reader was tried with inputs that break it."},
      {"explain hallmark/max-alloc", 0, "No golden vector"},
      {"explain boolean", 4, "unknown rule boolean; rules of this name: "},
      {"explain boolean", 4, ", $format/boolean"_filled},
      {"explain padding-rnage", 4, "did you mean $second/padding-range?"_filled},
      {"explain", 4, "RULE"},
      {"rules", 0, "hallmark/unknown-format"},
      {"rules --format $second"_filled, 0, "dtype-unknown"_rule},
      {"rules --format nonsense", 4, "unknown format nonsense"},
      {"rules --json", 0, "\"section\": \"validation\""},
      {"vectors list >/dev/full", 2, ""},
  };
  expect_all(rows, [](const std::string& words) { return run_with_example(Folder(), words); });
}

TEST_CASE("program: rules has a line for each rule, with the formats that it is about, below a header") {
  const std::string text = in_root("rules").text;
  CHECK(text.starts_with("rule "));
  std::set<std::string> ids;
  std::size_t lines = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line); ++lines) ids.insert(line.substr(0, line.find(' ')));
  CHECK(ids.size() == lines);
  CHECK(text.find("  kserve-request kserve-response  ") != std::string::npos);
}

TEST_CASE("program: rules --json lists every rule once with all its columns") {
  const Json json = Json::parse(in_root("rules --json").text);
  std::size_t rules = 0;
  for (const Codec* codec : all_codecs()) rules += codec->rules.size();
  CHECK(json.at("rules").size() > rules);  // plus those of hallmark and http
  for (const Json& rule : json.at("rules")) {
    for (const char* column : {"id", "title", "kind", "category", "level", "compat", "severity", "clause", "addressee",
                               "source", "demand", "fix", "repair", "why"}) {
      CAPTURE(column);
      CHECK(rule.contains(column));
    }
  }
}

TEST_CASE("program: the table of rules has each once, also those that formats share") {
  std::set<std::string> ids;
  std::istringstream table(in_root("rules").text);
  table.ignore(1000, '\n');  // the names of the columns
  for (std::string line; std::getline(table, line);) CHECK(ids.insert(line.substr(0, line.find(' '))).second);
  CHECK(ids.size() == hallmark::conformance::all_rules().size());
}

TEST_CASE_METHOD(InFolder, "program: an exported vector has its bytes, its expectation and a line in the manifest") {
  const Ran ran = run_with_example(folder, "vectors export -o deep/export");
  CAPTURE(ran.text);
  REQUIRE(ran.exit == 0);
  const Json manifest = Json::parse(folder.read("deep/export/manifest.json"));
  const Corpus corpus = load_corpus(example_corpus());
  CHECK(manifest.at("corpus") == corpus.sha256());
  REQUIRE(manifest.at("vectors").size() == corpus.size());
  std::size_t next = 0;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      const Json& entry = manifest.at("vectors")[next++];
      const std::vector<std::byte> bytes = vector.bytes();
      const bool input = vector.operation == Operation::decode;
      CHECK(entry.contains("file") == input);
      const std::string exported = input ? folder.read("deep/export/" + entry.at("file").get<std::string>()) : "";
      const Json expectation = Json::parse(folder.read("deep/export/" + entry.at("expectation").get<std::string>()));
      const bool same = entry.at("id") == vector.id && expectation.at("id") == vector.id &&
                        expectation.at("verdict") == to_string(vector.verdict) && !expectation.contains("bytes") &&
                        std::ranges::equal(as_bytes(exported), bytes);
      CAPTURE(vector.id);
      if (!same) CHECK(same);
    }
  }
}

TEST_CASE_METHOD(InFolder, "program: the faults of a corpus are reported, and the exit code is 1") {
  for (const std::string& part : {std::string("version.json"), "$folder2/golden"_filled}) {
    fs::create_directories(fs::path(folder.path("corpus/" + part)).parent_path());
    fs::copy(HALLMARK_SOURCE_DIR "/corpus/" + part, folder.path("corpus/" + part));
  }
  const std::string file = "corpus/$folder2/golden/header.json"_filled;
  const std::string text = folder.read(file);
  const std::string lint = "--corpus '" + folder.path("corpus") + "' vectors lint --format $second"_filled;
  CHECK(in_root(lint).exit == 0);

  std::string wrong = text;
  wrong.replace(wrong.find("\"offset\": 0"), 11, "\"offset\": 1");
  folder.write(file, wrong);
  expect(in_root(lint), 1, "$second/header/empty: the error is"_filled);

  folder.write(file, text.substr(0, text.size() / 2));
  expect(in_root(lint), 1, "this is not JSON");
}

}  // namespace
}  // namespace hallmark::conformance
