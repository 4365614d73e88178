// SPDX-License-Identifier: Apache-2.0
// merged: shards of one implementation, several implementations, contradictions.
#include "conformance/suite/merge.hpp"

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using conformance::merged;
using reports::ConformanceResult;

namespace {

// A result of vectors a, b, c …, one letter each: p pass, f failed, s skipped, n not run, - absent.
ConformanceResult shard(const std::string& name, std::string_view letters) {
  ConformanceResult result;
  result.implementation.name = name;
  result.corpus_sha256 = "corpus";
  char id = 'a';
  for (const char letter : letters) {
    const char* const what = letter == 'p' ? "pass" : letter == 'f' ? "crash" : letter == 's' ? "skipped" : "not-run";
    if (letter != '-') result.results.push_back(testing::result_of(std::string(1, id), what));
    ++id;
    if (letter == 'n') result.complete = false;
  }
  return result;
}

std::string letters_of(const ConformanceResult& result) {
  std::string letters;
  for (const reports::VectorResult& one : result.results) {
    letters += one.id + (one.result == "crash" ? "f" : one.result.substr(0, 1)) + " ";
  }
  return letters;
}

}  // namespace

TEST_CASE("shards of one implementation become one result with its verdict") {
  struct Row {
    std::string_view one;
    std::string_view other;
    std::string expected;
    std::string verdict;
    bool complete;
  };
  const Row rows[] = {
      {"pp--", "--pp", "ap bp cp dp ", "conformant", true},
      {"psp", "sps", "ap bp cp ", "conformant", true},
      {"pss", "sps", "ap bp cs ", "partial", true},
      {"pnn", "spp", "ap bp cp ", "conformant", true},
      {"pn", "ss", "ap bn ", "partial", false},
      {"ss", "fs", "af bs ", "non-conformant", true},
      {"p", "p", "ap ", "conformant", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.one, row.other);
    for (const bool swapped : {false, true}) {
      const auto all = merged({shard("x", swapped ? row.other : row.one), shard("x", swapped ? row.one : row.other)});
      REQUIRE(all.size() == 1);
      CHECK(letters_of(all[0]) == row.expected);
      REQUIRE(all[0].runs.size() == 1);
      CHECK(all[0].runs[0].verdict == row.verdict);
      CHECK(all[0].complete == row.complete);
    }
  }
}

TEST_CASE("implementations stay apart, in the order of their first result") {
  const auto all = merged({shard("b", "p-"), shard("a", "p"), shard("b", "-p")});
  REQUIRE(all.size() == 2);
  CHECK(all[0].implementation.name == "b");
  CHECK(letters_of(all[0]) == "ap bp ");
}

TEST_CASE("contradictions are refused by name") {
  CHECK_THROWS_WITH(merged({shard("x", "p"), shard("x", "f")}),
                    "decode a is pass in one result and crash in another of the same implementation");
  ConformanceResult other = shard("x", "-p");
  other.corpus_sha256 = "other";
  CHECK_THROWS_WITH(merged({shard("x", "p"), other}), "the results of x are of different corpora: corpus and other");
}
