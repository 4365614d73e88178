// SPDX-License-Identifier: Apache-2.0
// Expectations: known deviations are met, fixed and new ones are reported, and stale entries are errors.
#include "conformance/runner/expectations.hpp"

#include <algorithm>

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::runner {
namespace {

using namespace testing;
using reports::VectorResult;

VectorResult result(const char* id, const char* what, const char* level = "MUST", const char* op = "decode") {
  VectorResult one = result_of("$second/t/"_filled + id, what, level);
  one.op = op;
  return one;
}

Expectation expect(const char* pattern, const char* what, const char* op = "") {
  Expectation entry;
  entry.pattern = pattern;
  entry.result = what;
  entry.reason = "because";
  entry.op = op;
  entry.line = 1;
  return entry;
}

struct Comparison {
  const char* what;
  std::vector<Expectation> entries;
  std::vector<VectorResult> results;
  std::vector<const char*> marks;  // "" where there is none
  std::vector<const char*> stale;  // what each message contains
};

TEST_CASE("an entry that matches only what was withdrawn from the corpus is a warning, and goes with an update") {
  conformance::Corpus corpus = load_small_corpus();
  corpus.withdrawn = {{"$second/old/one"_filled, {2, 0, 0}}, {"$second/old/two"_filled, {2, 0, 0}}};
  const std::vector<Expectation> entries = {expect("*/old/*", "crash"), expect("*/a-valid", "wrong-value"),
                                            expect("*", "hang")};
  std::vector<VectorResult> results = {result("a-valid", "wrong-value")};
  CHECK(apply_expectations({entries[0], entries[1]}, corpus, results).empty());
  CHECK(results[0].expectation == "met");
  CHECK(withdrawn_expectations(entries, corpus) ==
        std::vector<std::string>{
            "line 1: */old/* = crash: what it matches was withdrawn in version 2.0.0 of the corpus"});
  const std::vector<Expectation> kept = updated({entries[0], entries[1]}, corpus, results);
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].pattern == "*/a-valid");
}

TEST_CASE("a result that is expected has the cause and the position of its entry, and no other has") {
  Expectation entry = expect("*/?-*", "crash");
  entry.issue = "https://example.org/1";
  entry.position = "by design";
  std::vector<VectorResult> results = {result("a-valid", "crash"), result("b-valid", "hang")};
  apply_expectations({entry}, load_small_corpus(), results);
  CHECK(results[0].cause == "because");
  CHECK(results[0].position == "by design");
  CHECK(results[1].cause.empty());
  CHECK(results[1].position.empty());
}

TEST_CASE("a position is one of three, and has the issue that shows it") {
  const auto refusal = [](const std::string& more) {
    try {
      const auto read =
          expectations_from("[[expect]]\npattern = 'p'\nresult = 'crash'\nreason = 'r'\n" + more, "e.toml");
      CHECK(read.at(0).position == "open");
      return std::string();
    } catch (const BadExpectations& bad) {
      return std::string(bad.what());
    }
  };
  CHECK(refusal("position = 'open'\nissue = 'i'\n").empty());
  CHECK(refusal("position = 'open'\n") == "e.toml:1: a position needs the issue that shows it");
  CHECK(refusal("position = 'reported'\nissue = 'i'\n") == "e.toml:5: position must be accepted, by design or open");
}

TEST_CASE("results are compared with the expectations") {
  const conformance::Corpus& corpus = load_small_corpus();
  const Comparison rows[] = {
      {"nothing expected, nothing deviates", {}, {result("a-valid", "pass")}, {""}, {}},
      {"unlisted failure", {}, {result("a-valid", "crash")}, {"unexpected-fail"}, {}},
      {"unlisted warning", {}, {result("d-invalid", "accepted-invalid", "SHOULD")}, {""}, {}},
      {"unlisted difference", {}, {result("e-invalid", "accepted-invalid", "DECISION")}, {""}, {}},
      {"unlisted crash at a decision", {}, {result("e-invalid", "crash", "DECISION")}, {"unexpected-fail"}, {}},
      {"met", {expect("*/a-valid", "wrong-value")}, {result("a-valid", "wrong-value")}, {"met"}, {}},
      {"met warning",
       {expect("*/d-*", "accepted-invalid")},
       {result("d-invalid", "accepted-invalid", "SHOULD")},
       {"met"},
       {}},
      {"fails otherwise", {expect("*/a-valid", "wrong-value")}, {result("a-valid", "hang")}, {"unexpected-fail"}, {}},
      {"now passes",
       {expect("*/a-valid", "wrong-value")},
       {result("a-valid", "pass")},
       {"unexpected-pass"},
       {"a-valid now passes"}},
      {"one of two passes",
       {expect("*valid", "rejected-valid")},
       {result("a-valid", "rejected-valid"), result("b-valid", "pass")},
       {"met", "unexpected-pass"},
       {"b-valid now passes"}},
      {"not run says nothing", {expect("*/a-valid", "crash")}, {result("a-valid", "skipped")}, {""}, {}},
      {"no result at all says nothing", {expect("*/a-valid", "crash")}, {}, {}, {}},
      {"matches nothing", {expect("*/zzz", "crash")}, {}, {}, {"matches no vector"}},
      {"without op either operation will do",
       {expect("*/a-valid", "rejected-valid")},
       {result("a-valid", "pass"), result("a-valid", "rejected-valid", "MUST", "encode")},
       {"", "met"},
       {}},
      {"with op only that one",
       {expect("*/a-valid", "rejected-valid", "decode")},
       {result("a-valid", "pass"), result("a-valid", "rejected-valid", "MUST", "encode")},
       {"unexpected-pass", "unexpected-fail"},
       {"now passes"}},
      {"one entry for each operation",
       {expect("*/a-valid", "wrong-value", "decode"), expect("*/a-valid", "wrong-bytes", "encode")},
       {result("a-valid", "wrong-value"), result("a-valid", "wrong-bytes", "MUST", "encode")},
       {"met", "met"},
       {}},
      {"what is not supported can be expected",
       {expect("*/a-valid", "unsupported")},
       {result("a-valid", "unsupported")},
       {"met"},
       {}},
  };
  for (const Comparison& row : rows) {
    INFO(row.what);
    std::vector<VectorResult> results = row.results;
    const std::vector<std::string> stale = apply_expectations(row.entries, corpus, results);
    for (std::size_t i = 0; i < results.size(); ++i) {
      INFO(results[i].id);
      CHECK(results[i].expectation.value_or("") == row.marks[i]);
    }
    REQUIRE(stale.size() == row.stale.size());
    for (std::size_t i = 0; i < stale.size(); ++i) CHECK_THAT(stale[i], Catch::Contains(row.stale[i]));

    // Whatever happened: brought up to date, the list holds and the run is as expected.
    const std::vector<Expectation> fresh = updated(row.entries, corpus, row.results);
    results = row.results;
    CHECK(apply_expectations(fresh, corpus, results).empty());
    for (const VectorResult& one : results) CHECK(one.expectation.value_or("met") == "met");
    // And what is up to date stays as it is.
    CHECK(updated(fresh, corpus, row.results).size() == fresh.size());
  }
}

TEST_CASE("an entry for more than fifty vectors is an error") {
  conformance::Corpus corpus;
  corpus.files.emplace_back();
  for (std::size_t i = 0; i < most_matches; ++i) {
    conformance::Vector vector;
    vector.id = "$second/t/v"_filled + std::to_string(i);
    corpus.files[0].vectors.push_back(vector);
  }
  std::vector<VectorResult> results{result("v1", "crash")};
  CHECK(apply_expectations({expect("*", "crash")}, corpus, results).empty());
  corpus.files[0].vectors.push_back(corpus.files[0].vectors[0]);
  const std::vector<std::string> stale = apply_expectations({expect("*", "crash")}, corpus, results);
  REQUIRE(stale.size() == 1);
  CHECK_THAT(stale[0], Catch::Contains("51 vectors"));
}

TEST_CASE("updating keeps reasons, splits entries that hold in part, and writes \"not explained yet\"") {
  const conformance::Corpus& corpus = load_small_corpus();
  Expectation known = expect("*valid", "rejected-valid");
  known.issue = "42";
  std::vector<VectorResult> results{result("a-valid", "rejected-valid"), result("b-valid", "pass"),
                                    result("c-invalid", "crash"), result("d-invalid", "accepted-invalid", "SHOULD"),
                                    result("e-invalid", "accepted-invalid", "DECISION")};
  results[2].actual.message = "signal 11";
  const std::vector<Expectation> fresh = updated({known}, corpus, results);
  REQUIRE(fresh.size() == 2);
  CHECK(fresh[0].pattern == "$second/t/a-valid"_filled);
  CHECK(fresh[0].reason == "because");
  CHECK(fresh[0].issue == "42");
  CHECK(fresh[1].pattern == "$second/t/c-invalid"_filled);
  CHECK(fresh[1].reason == "not explained yet: signal 11");
}

TEST_CASE("new entries are globs where these stand for nothing else, and for both operations where both agree") {
  conformance::Corpus corpus;
  corpus.files.emplace_back();
  std::vector<VectorResult> results;
  const auto add = [&](const std::string& name, const char* what, const char* op = "decode",
                       const char* level = "MUST") {
    results.push_back(result(name.c_str(), what, level, op));
    conformance::Vector vector;
    vector.id = results.back().id;
    auto& all = corpus.files[0].vectors;
    if (std::ranges::find(all, vector.id, &conformance::Vector::id) == all.end()) all.push_back(vector);
  };
  const auto fresh = [&] {
    std::vector<std::string> lines;
    for (const Expectation& one : updated({}, corpus, results)) {
      lines.push_back(one.pattern + " " + one.result + (one.op.empty() ? "" : " " + one.op));
    }
    return lines;
  };
  using Lines = std::vector<std::string>;
  add("nan-a", "wrong-value");
  add("nan-b", "wrong-value");
  CHECK(fresh() == Lines{"$second/t/* wrong-value"_filled});
  add("sign-a", "pass");
  CHECK(fresh() == Lines{"$second/t/nan-* wrong-value"_filled});
  add("nan-a", "wrong-value", "encode");
  add("nan-b", "wrong-value", "encode");
  CHECK(fresh() == Lines{"$second/t/nan-* wrong-value"_filled});
  results.back().result = "pass";
  CHECK(fresh() == Lines{"$second/t/nan-* wrong-value decode"_filled, "$second/t/nan-a wrong-value encode"_filled});
  add("nan-c", "skipped");
  CHECK(fresh() == Lines{"$second/t/nan-a wrong-value"_filled, "$second/t/nan-b wrong-value decode"_filled});
  results.clear();
  for (int i = 0; i < 51; ++i) add("many-" + std::to_string(100 + i), "crash", "decode", "DECISION");
  CHECK(fresh().size() == 6);  // many-10* to many-14*, and one alone: a glob stands for at most fifty
  for (VectorResult& one : results) one.result = "accepted-invalid";
  CHECK(fresh().empty());  // not scored: nothing is needed
}

TEST_CASE("what is saved loads again, the comment at the head included") {
  const testing::Folder folder;
  const std::string path = folder.write("e.toml", "# who\n# and why\n\n[[expect]]\npattern = \"old\"\n");
  Expectation odd = expect("*/\"quoted\"", "crash", "encode");
  odd.reason = "a \"reason\" with \\ and\na line, \t and ünïcode";
  odd.issue = "https://example.org/1";
  odd.position = "accepted";
  save_expectations(path, {odd, expect("*/b", "hang")});
  CHECK(testing::text_of(path).rfind("# who\n# and why\n\n[[expect]]\n", 0) == 0);
  const std::vector<Expectation> back = load_expectations(path);
  REQUIRE(back.size() == 2);
  CHECK(back[0].pattern == odd.pattern);
  CHECK(back[0].reason == odd.reason);
  CHECK(back[0].issue == odd.issue);
  CHECK(back[0].position == odd.position);
  CHECK(back[0].op == "encode");
  CHECK(back[1].result == "hang");
  const std::string once = testing::text_of(path);
  save_expectations(path, back);
  CHECK(testing::text_of(path) == once);
  for (const char* const reason : {"a\n'''not '' ended''' \ufeff", "\na\n\"\\\x7f'''", "\na", "a\n", "'a\n''"}) {
    Expectation lines = expect("*/c", "hang");
    lines.reason = reason;
    save_expectations(path, {lines});
    CHECK(load_expectations(path).at(0).reason == reason);
  }
  CHECK_THROWS_AS(save_expectations(folder.path("no/such/folder.toml"), back), BadExpectations);
}

TEST_CASE("a file of expectations that is not understood says where") {
  const testing::Folder folder;
  struct Bad {
    const char* text;
    const char* message;
  };
  const Bad rows[] = {
      {"[[expect]]\npattern = 5\nresult = \"crash\"\nreason = \"r\"\n", ":2: pattern must be a string"},
      {"[[expect]]\nresult = \"crash\"\nreason = \"r\"\n", ":1: an entry needs a pattern"},
      {"[[expect]]\npattern = \"p\"\nreason = \"r\"\n", ":1: an entry needs a result"},
      {"[[expect]]\npattern = \"p\"\nresult = \"crash\"\n", ":1: an entry needs a reason"},
      {"[[expect]]\npattern = \"p\"\nresult = \"pass\"\nreason = \"r\"\n", ":3: \"pass\" is not a result"},
      {"[[expect]]\npattern = \"p\"\nresult = \"explodes\"\nreason = \"r\"\n", ":3: \"explodes\" is not a result"},
      {"[[expect]]\npattern = \"p\"\nresults = \"crash\"\n", ":3: unknown key results"},
      {"[expect]\npattern = \"p\"\n", ":1: expect must be an array of tables"},
      {"expects = 1\n", ":1: unknown key expects"},
      {"[[expect]]\npattern = \n", ":2: "},
  };
  for (const Bad& row : rows) {
    INFO(row.text);
    CHECK_THROWS_WITH(load_expectations(folder.write("e.toml", row.text)), Catch::Contains(row.message));
  }
  CHECK_THROWS_AS(load_expectations(folder.path("missing.toml")), BadExpectations);
}

}  // namespace
}  // namespace hallmark::runner
