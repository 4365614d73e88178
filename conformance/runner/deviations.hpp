// Deviations: results that are not as expected, grouped by the rule they are about, worst first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::runner {

// Deviation groups results of one format and operation with the same level, result and subject.
struct Deviation {
  std::string label;    // FAIL, BROKEN (the harness), WARN (SHOULD), DIFFER (DECISION, LIMIT)
  std::string subject;  // a rule, or for valid vectors the theme: "bson/framing/*"
  std::string clause;   // of the rule, or of the vectors: "bson#framing"
  std::string demand;   // what the clause says, of a rule
  std::string hazard;   // what a reader risks, by the notes of the vectors, or ""
  bool scored = false;  // listed in full
  std::vector<const reports::VectorResult*> results;
};

// label_of gives the label of a result that deviates, or of a harness error.
[[nodiscard]] std::string_view label_of(const reports::VectorResult& result);

// deviations_of groups what deviates and no expectation covers. Order: scored first, then by hazard, label, number.
[[nodiscard]] std::vector<Deviation> deviations_of(const std::vector<reports::VectorResult>& results,
                                                   const conformance::Corpus& corpus);

// write_deviations appends the heading of each group, and three examples if it is scored.
void write_deviations(const std::vector<Deviation>& deviations, const conformance::Corpus& corpus, std::string& text);

// write_evidence appends the end of what a testee wrote to standard error, indented.
void write_evidence(std::string_view name, std::string_view text, std::string& out);

}  // namespace hallmark::runner
