// SPDX-License-Identifier: Apache-2.0
// The text summary: doubts about the adapter, deviations by rule, and the width of a terminal.
#include "conformance/runner/summary.hpp"

#include <algorithm>

#include "conformance/runner/deviations.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::runner {
namespace {

using namespace testing;
using reports::VectorResult;

VectorResult one_result(const std::string& name, const char* what, const char* verdict = "valid",
                        const char* level = "MUST") {
  VectorResult one = result_of("$second/t/"_filled + name, what, level);
  one.expected.verdict = verdict;
  if (verdict != std::string("valid")) {
    one.expected.rule = "$second/padding-range"_filled;
    one.addressee = "data";
  }
  if (what == std::string("accepted-invalid")) one.actual.result = "accepted";
  if (what == std::string("rejected-valid")) one.actual.result = "rejected";
  if (what == std::string("pass")) one.actual.result = one.expected.rule ? "rejected" : "accepted";
  return one;
}

TEST_CASE("answers that come from a broken adapter are asked about") {
  struct Row {
    const char* what;
    std::vector<VectorResult> results;
    std::string finding;  // its start; empty: none
  };
  const Row rows[] = {
      {"all valid rejected",
       {one_result("a", "rejected-valid"), one_result("b", "rejected-valid"), one_result("c", "pass", "invalid")},
       "Every valid input of $second was rejected (2)."_filled},
      {"one valid accepted", {one_result("a", "rejected-valid"), one_result("b", "pass")}, ""},
      {"one valid with a wrong value", {one_result("a", "rejected-valid"), one_result("b", "wrong-value")}, ""},
      {"all invalid accepted",
       {one_result("a", "pass"), one_result("b", "accepted-invalid", "invalid"),
        one_result("c", "accepted-invalid", "unsupported")},
       "Every invalid input of $second was accepted (2)."_filled},
      {"one invalid rejected",
       {one_result("b", "accepted-invalid", "invalid"), one_result("c", "pass", "invalid"), one_result("d", "pass")},
       ""},
      {"no answer",
       {one_result("a", "crash"), one_result("b", "hang", "invalid"), one_result("c", "protocol-error")},
       "No input of $second was answered (3)."_filled},
      {"one answer", {one_result("a", "crash"), one_result("b", "hang", "invalid"), one_result("c", "pass")}, ""},
      {"one vector says little", {one_result("a", "rejected-valid")}, ""},
      {"what did not run says nothing",
       {one_result("a", "rejected-valid"), one_result("b", "skipped"), one_result("c", "rejected-valid"),
        one_result("d", "not-run")},
       "Every valid input of $second was rejected (2)."_filled},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const std::vector<Doubt> doubts = adapter_doubts(row.results);
    REQUIRE(doubts.size() == (row.finding.empty() ? 0 : 1));
    if (!doubts.empty()) CHECK_THAT(doubts[0].finding, Catch::StartsWith(row.finding));
  }
}

TEST_CASE("a doubt quotes the first standard error, or the first message") {
  std::vector<VectorResult> results{one_result("a", "rejected-valid"), one_result("b", "rejected-valid")};
  results[0].actual.message = "no";
  CHECK(adapter_doubts(results).at(0).evidence == "no");
  results[1].standard_error = "Traceback";
  CHECK(adapter_doubts(results).at(0).evidence == "Traceback");
  results[0].expectation = "met";
  CHECK(adapter_doubts(results).empty());
  results[0].expectation.reset();
  results[1].op = "encode";
  CHECK(adapter_doubts(results).empty());  // one of each operation
}

// A corpus with the vectors of these results; those whose name starts with "m" have the hazard `memory`.
conformance::Corpus corpus_of(const std::vector<VectorResult>& results) {
  conformance::Corpus corpus;
  conformance::VectorFile& file = corpus.files.emplace_back();
  file.notes = {{"wraps", {"k", "d", "memory", {}}}, {"odd", {"k", "d", "", {}}}};
  for (const VectorResult& one : results) {
    conformance::Vector& vector = file.vectors.emplace_back();
    vector.id = one.id;
    vector.clause = "$second#validation"_filled;
    vector.description = "about " + one.id;
    vector.flags = {"odd"};
    if (one.id.starts_with("$second/t/m"_filled)) vector.flags.emplace_back("wraps");
  }
  return corpus;
}

TEST_CASE("deviations are grouped by rule, or theme, hazards first, with three examples") {
  std::vector<VectorResult> results{one_result("a", "pass"),
                                    one_result("b", "rejected-valid"),
                                    one_result("c", "rejected-valid"),
                                    one_result("d", "rejected-valid"),
                                    one_result("e", "rejected-valid"),
                                    one_result("f", "accepted-invalid", "invalid", "DECISION"),
                                    one_result("g", "harness-error"),
                                    one_result("h", "skipped"),
                                    one_result("m", "accepted-invalid", "invalid"),
                                    one_result("n", "accepted-invalid", "invalid")};
  results[9].expectation = "met";
  const conformance::Corpus corpus = corpus_of(results);
  const std::vector<Deviation> groups = deviations_of(results, corpus);
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].subject == "$second/t/*"_filled);
  CHECK(groups[0].label == "FAIL");
  CHECK(groups[1].subject == "$second/padding-range"_filled);
  CHECK(groups[1].label == "LENIENT");
  CHECK(groups[1].hazard == "memory");
  CHECK(groups[1].results.size() == 1);
  CHECK(groups[2].label == "BROKEN");
  CHECK(groups[3].label == "DIFFER");
  std::string text;
  write_deviations(groups, corpus, text);
  CHECK_THAT(text, Catch::StartsWith("FAIL    decode rejected-valid [$second/t/* MUST]: 4 of 5 vectors\n"_filled));
  CHECK_THAT(text, Catch::Contains("LENIENT decode accepted-invalid [$second/padding-range MUST]: 1 of 2 vectors; "
                                   "hazard: memory\n        $second#validation: "_filled));
  CHECK_THAT(text, Catch::Contains("        $second/t/d: about $second/t/d\n"_filled));
  CHECK_THAT(text, !Catch::Contains("$second/t/e"_filled));
  CHECK_THAT(text, Catch::Contains("        and 1 more\n"));
  CHECK_THAT(text, Catch::Contains("Not scored:\nDIFFER  decode accepted-invalid [$second/padding-range DECISION]: "
                                   "1 of 1 vector, $second/t/f\n"_filled));
}

Conformance conformance_of(std::vector<VectorResult> results) {
  Conformance conformance;
  conformance.result.implementation.name = "mylib";
  conformance.result.results = std::move(results);
  conformance.result.runs = conformance::tally(conformance.result.results);
  return conformance;
}

TEST_CASE("the summary counts what was put, and ends with the table") {
  Conformance conformance =
      conformance_of({one_result("a", "pass"), one_result("b", "unsupported"), one_result("c", "skipped"),
                      one_result("d", "pass", "invalid"), one_result("e", "not-run")});
  conformance.result.results[1].actual.message = "feature text is not offered";
  conformance.result.results[3].actual.message = "rejected by accident: KeyError: 0";
  const std::string text = summary(conformance, corpus_of(conformance.result.results), {true, {}});
  INFO(text);
  CHECK_THAT(text, Catch::StartsWith("mylib: 2 tests with 2 vectors, 1 not-run, 1 skipped, 1 unsupported\n"));
  CHECK_THAT(text, Catch::Contains("\nunsupported: feature text is not offered: 1\n"));
  CHECK_THAT(text, Catch::Contains("\nrejected by accident: 1 of them"));
  CHECK_THAT(text, Catch::Contains("$second/t/d: KeyError: 0\n"_filled));
  CHECK_THAT(text, Catch::Contains("\nexpectations: 0 deviations as expected\n"));
  CHECK_THAT(text, Catch::EndsWith("\n\n$second decode: partial\n  keeps all 2 requirements that were judged (2 "
                                   "vectors; 3 not judged); 1 not-run; 1 skipped; 1 unsupported\n"_filled));
}

TEST_CASE("known failures are named by their reasons, and a verdict that rests on them is as expected") {
  Conformance conformance = conformance_of(
      {one_result("a", "rejected-valid"), one_result("b", "accepted-invalid", "invalid"),
       one_result("c", "accepted-invalid", "invalid"), one_result("d", "accepted-invalid", "invalid", "DECISION")});
  for (VectorResult& one : conformance.result.results) one.expectation = "met";
  conformance.result.results[0].cause = "It reads no empty one.";
  for (const std::size_t i : {1U, 2U, 3U}) conformance.result.results[i].cause = "It does not look.";
  const auto text = [&] { return summary(conformance, corpus_of(conformance.result.results), {true, {}}); };
  CHECK_THAT(text(), Catch::Contains("\nexpectations: 4 deviations as expected\n"
                                     "  known: 1 requirement (2 vectors): It does not look.\n"
                                     "  known: 1 requirement (1 vector): It reads no empty one.\n"));
  CHECK_THAT(text(), Catch::Contains("non-conformant, as expected\n") && Catch::Contains("; 3 of 3 failures known"));
  conformance.result.results[0].expectation = "unexpected-fail";
  CHECK_THAT(text(), !Catch::Contains(", as expected\n") && Catch::Contains("; 2 of 3 failures known"));
}

TEST_CASE("the quality of rejections is said only where something was given") {
  Conformance conformance = conformance_of({one_result("a", "pass", "invalid"), one_result("b", "pass", "invalid")});
  for (VectorResult& one : conformance.result.results) one.actual.result = "rejected";
  CHECK_THAT(summary(conformance, {}, {}),
             Catch::Contains("\ncorrect rejections: 2; no category given; no offset given (not scored)\n"));
  conformance.result.results[0].actual.category = conformance.result.results[0].expected.category = "truncated";
  conformance.result.results[1].actual.category = "overflow";
  CHECK_THAT(summary(conformance, {}, {}),
             Catch::Contains("\ncorrect rejections: 2; category as expected in 1 of 2; no offset given"));
}

TEST_CASE("verdicts without values say so, and only where decoding gave none") {
  Conformance conformance = conformance_of({one_result("a", "pass")});
  conformance.result.implementation.capabilities = {
      {{"format", example::second}, {"ops", {"decode"}}, {"features", {"verdict-only"}}}};
  CHECK_THAT(summary(conformance, {}, {}), Catch::Contains("conformant, verdicts only"));
  conformance.result.implementation.capabilities[0]["format"] = example::format;
  CHECK_THAT(summary(conformance, {}, {}), !Catch::Contains("verdicts only"));
}

TEST_CASE("of a format of which nothing was answered only the doubt is shown") {
  Conformance conformance = conformance_of({one_result("a", "crash"), one_result("b", "crash")});
  conformance.result.results[0].standard_error = "1\n2\n3\n4\n5\n6\n7\n8\n9\nModuleNotFoundError: x\n";
  const std::string text = summary(conformance, {}, {});
  CHECK_THAT(text, Catch::Contains("\nIs the adapter broken? No input of $second was answered (2).\n"_filled));
  CHECK_THAT(text, Catch::Contains("it says   … 3\n") && Catch::Contains("ModuleNotFoundError: x\n"));
  CHECK_THAT(text, !Catch::Contains("FAIL "));
}

TEST_CASE("text is folded at spaces, below what it continues") {
  CHECK(fold("short\n\nlines\n", 80) == "short\n\nlines\n");
  CHECK(fold("any length of a line will do, for it goes into a file", 0) ==
        "any length of a line will do, for it goes into a file");
  CHECK(fold("  name      one two three four five\n", 24) ==
        "  name      one two\n            three four\n            five\n");
  CHECK(fold("one two three four five six\n", 20) == "one two three four\n  five six\n");
  CHECK(fold(std::string(45, 'x'), 20) == std::string(20, 'x') + "\n  " + std::string(18, 'x') + "\n  xxxxxxx");
  CHECK(fold("ä ä ä ä ä ä ä ä ä ä ä ä", 20) == "ä ä ä ä ä ä ä ä ä ä\n  ä ä");
  for (std::size_t width = 1; width < 120; ++width) {
    const std::string folded =
        fold("  a  " + std::string(200, 'b') + " " + std::string(90, ' ') + "c\n" + std::string(90, ' '), width);
    for (std::size_t at = 0; at < folded.size(); at = folded.find('\n', at) + 1) {
      const std::size_t end = std::min(folded.find('\n', at), folded.size());
      CHECK(end - at <= std::max<std::size_t>(width, 20));
      if (end == folded.size()) break;
    }
  }
}

}  // namespace
}  // namespace hallmark::runner
