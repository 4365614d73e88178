// SPDX-License-Identifier: Apache-2.0
// Findings: the verdict of the rules that are broken, the one that decides, and when a walk ends.
#include <algorithm>
#include <string>

#include "codecs/core/reader.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/recorded.hpp"
#include "hallmark/core/memory_rules.hpp"

using namespace hallmark;
using namespace hallmark::testing;

TEST_CASE("findings: invalid outranks limited outranks unsupported, and the first of a kind is decisive") {
  struct Row {
    const char* what;
    Rules broken;
    Verdict verdict;
    const Rule* decisive;
  };
  const Row rows[] = {
      {"nothing", {}, Verdict::valid, nullptr},
      {"a warning", {&remark}, Verdict::valid, nullptr},
      {"unsupported twice", {&newer, &newer_still}, Verdict::unsupported, &newer},
      {"unsupported, then limited", {&newer, &deep}, Verdict::limited, &deep},
      {"limited, then unsupported", {&deep, &newer}, Verdict::limited, &deep},
      {"limited, then invalid", {&deep, &wrong}, Verdict::invalid, &wrong},
      {"unsupported, limited, malformed", {&newer, &deep, &malformed}, Verdict::invalid, &malformed},
      {"invalid, then limited", {&wrong, &deep}, Verdict::invalid, &wrong},
      {"invalid twice", {&wrong, &also_wrong}, Verdict::invalid, &wrong},
      {"invalid, then malformed: one verdict, the first decides", {&wrong, &malformed}, Verdict::invalid, &wrong},
      {"warning, then unsupported", {&remark, &newer}, Verdict::unsupported, &newer},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Sink sink;
    Findings findings(Profile::strict, &sink);
    for (const Rule* rule : row.broken) findings.record({rule, 0, 0, {}, {}, ""});
    CHECK(findings.verdict() == row.verdict);
    CHECK(findings.decisive().rule == row.decisive);
    CHECK(rules_of(sink) == row.broken);
    CHECK_FALSE(findings.stopped());
  }
}

TEST_CASE("findings: decoding goes on after limited and unsupported, because invalid may follow") {
  Findings findings(Profile::strict);
  findings.record({&newer, 1, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&deep, 2, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&wrong, 3, 0, {}, {}, ""});
  CHECK(findings.stopped());
  CHECK(findings.decisive().offset == 3);
}

TEST_CASE("findings: scratch that runs out ends a walk, and a limit met before does not hide it") {
  const Rule& exhausted = rule<"hallmark/scratch-exhausted">;
  struct Row {
    const char* what;
    Rules broken;
    const Rule* decisive;
    Rules reported;
  };
  const Row rows[] = {
      {"limited before", {&deep, &exhausted}, &exhausted, {&deep, &exhausted}},
      {"unsupported before", {&newer, &exhausted}, &exhausted, {&newer, &exhausted}},
      {"invalid before", {&wrong, &exhausted}, &wrong, {&wrong, &exhausted}},
      {"invalid after it", {&exhausted, &wrong}, &exhausted, {&exhausted}},
      {"limited after it", {&exhausted, &deep}, &exhausted, {&exhausted}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Sink sink;
    Findings findings(Profile::strict, &sink);
    for (const Rule* rule : row.broken) CHECK(findings.condemns(*rule, 0, 0, "", {}, {}));
    CHECK(findings.decisive().rule == row.decisive);
    CHECK(rules_of(sink) == row.reported);
    CHECK(findings.stopped());
  }
}

// Every row of broken rules up to five long, and every number of reports that is enough.
TEST_CASE("findings: in whatever order rules break, the walk ends once the sink has enough and the input is invalid") {
  const Rules rules = {&remark, &deployed, &newer, &deep, &wrong, &malformed};
  std::string failed;
  for (std::size_t number = 0; number < 6 * 6 * 6 * 6 * 6; ++number) {
    for (std::size_t enough = 1; enough <= 6; ++enough) {
      Sink sink(enough);
      Findings findings(Profile::compat, &sink);
      bool invalid = false;
      std::string order;
      std::size_t left = number;
      for (std::size_t count = 1; count <= 5; ++count, left /= rules.size()) {
        const Rule& rule = *rules[left % rules.size()];
        findings.record({&rule, count, 0, {}, {}, ""});
        order += std::string(rule.id) + " ";
        invalid = invalid || &rule == &wrong || &rule == &malformed;
        const bool right = findings.stopped() == (invalid && count >= enough) &&
                           sink.reports.size() == std::min(count, enough) &&
                           (findings.verdict() == Verdict::invalid) == invalid;
        if (failed.empty() && !right) failed = order + "with " + std::to_string(enough);
        if (findings.stopped()) break;
      }
    }
  }
  CHECK(failed == "");
}

TEST_CASE("findings: once the sink has enough, notes and warnings are not worth computing") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  findings.record({&remark, 1, 0, {}, {}, ""});
  CHECK(findings.validating());
  findings.record({&newer, 2, 0, {}, {}, ""});
  CHECK_FALSE(findings.validating());
  CHECK_FALSE(findings.stopped());
}

TEST_CASE("findings: a place of the walk's own takes the part of the field's name") {
  class Here final : public Place {
   public:
    void write(TextSink& out, const Violation& violation) const noexcept override {
      out.write("here.");
      out.write(violation.field);
    }
  };
  const Here here;
  Sink sink;
  Findings findings(Profile::strict, &sink, &here);
  findings.record({&wrong, 0, 0, {}, {}, "size"});
  REQUIRE(sink.reports.size() == 1);
  CHECK(sink.reports[0].path == "here.size");
}
