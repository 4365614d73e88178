// SPDX-License-Identifier: Apache-2.0
// Deviations: results that are not as expected, grouped by the rule they are about, worst first; and doubts about the
// adapter: answers that rather come from a broken adapter than from an implementation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/deviations.hpp"

namespace hallmark::runner {

// Deviation is a group of reports::deviations_of, with what the corpus and the rules say of it.
struct Deviation : reports::Deviations {
  std::string_view label;  // FAIL, LENIENT, BROKEN (the harness), WARN (SHOULD), DIFFER (DECISION, LIMIT)
  std::string clause;      // of the rule, or of the vectors: "bson#framing"
  std::string demand;      // what the clause says, of a rule
  bool scored = false;     // listed in full
};

// deviations_of leaves out what expectations cover and what was not run. What is scored comes first.
[[nodiscard]] std::vector<Deviation> deviations_of(const std::vector<reports::VectorResult>& results,
                                                   const conformance::Corpus& corpus);

// write_deviations appends the heading of each group, and three examples if it is scored.
void write_deviations(const std::vector<Deviation>& deviations, const conformance::Corpus& corpus, std::string& text);

// Doubt is about one format and operation.
struct Doubt {
  std::string format;
  std::string op;
  bool answered = true;  // at least one vector
  std::string finding;   // "Every valid input of bson was rejected (68)."
  std::string evidence;  // the first standard error among those vectors, else the first message
};

// adapter_doubts finds formats and operations in which no vector was answered at all, every valid one was rejected, or
// every invalid one accepted, and no expectation says so.
[[nodiscard]] std::vector<Doubt> adapter_doubts(const std::vector<reports::VectorResult>& results);

// write_evidence appends the end of what a testee wrote to standard error, indented.
void write_evidence(std::string_view name, std::string_view text, std::string& out);

}  // namespace hallmark::runner
