// The text summary of a conformance run.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/conform.hpp"

namespace hallmark::runner {

// ExpectationCheck is the outcome of comparing a run with its expectations.
struct ExpectationCheck {
  bool with_expectations = false;
  std::vector<std::string> stale;
};

// summary returns a table of all formats and operations, each scored deviation in detail, the others by rule, and
// totals.
[[nodiscard]] std::string summary(const Conformance& conformance, const conformance::Corpus& corpus,
                                  const ExpectationCheck& check);

}  // namespace hallmark::runner
