// SPDX-License-Identifier: Apache-2.0
// recall: results that were read know clause, addressee and cause again; those of version 1 are scored by today's
// rules.
#include "conformance/suite/recall.hpp"

#include "conformance/suite/score.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

using namespace hallmark;
using namespace hallmark::testing;
using conformance::recall;
using reports::ConformanceResult;
using reports::VectorResult;

namespace {

// Two vectors of the small corpus, and one that it does not have: valid, invalid, valid.
ConformanceResult judged() {
  ConformanceResult result;
  result.results = {result_of("$second/t/a-valid"_filled, "rejected-valid"),
                    result_of("$second/t/c-invalid"_filled, "accepted-invalid"),
                    result_of("$second/u/gone"_filled, "wrong-value")};
  result.results[1].expected.rule = "$second/truncated"_filled;
  return result;
}

// What remains of a result in result.json.
ConformanceResult read_again(const ConformanceResult& result) { return reports::conformance_from(to_json(result)); }

}  // namespace

TEST_CASE("a result of version 1 is scored by today's rules") {
  std::vector<ConformanceResult> results{judged()};
  results[0].results.erase(results[0].results.begin());
  results[0].results.pop_back();
  results[0].runs = {{.format = example::second, .op = "decode", .verdict = "non-conformant", .counts = {}}};
  recall(load_small_corpus(), results);
  const reports::Run& run = results[0].runs.at(0);
  CHECK(run.verdict == "lenient");
  CHECK(run.requirements->judged == 1);
  CHECK(run.requirements->broken.at(0).addressee == "data");
}

TEST_CASE("clauses come from the corpus, causes from the requirements, once for each vector that failed for them") {
  ConformanceResult result = judged();
  for (VectorResult& one : result.results) {
    one.expected.verdict = one.expected.rule ? "invalid" : "valid";
    one.clause = one.expected.rule ? "" : "d#s";
    one.addressee = one.expected.rule ? "writer" : "reader";
    one.expectation = "met";
    one.cause = "why " + one.id;
  }
  result.results[1].position = "open";
  result.runs = conformance::tally(result.results);
  std::vector<ConformanceResult> results{read_again(result)};
  CHECK(results[0].results[1].cause.empty());
  recall(load_small_corpus(), results);
  const std::vector<VectorResult>& back = results[0].results;
  CHECK(back[0].clause == "d#s");
  CHECK(back[0].cause == result.results[0].cause);
  CHECK(back[1].cause == result.results[1].cause);
  CHECK(back[1].position == "open");
  CHECK(back[1].addressee == "writer");  // as it was judged, whatever the rule says today
  CHECK(back[2].clause.empty());         // the corpus does not have it
  CHECK(results[0].runs.at(0).verdict == "non-conformant");
  // The same again: nothing is lost by reading and writing.
  CHECK(to_json(results[0]) == to_json(result));
}
