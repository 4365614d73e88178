// SPDX-License-Identifier: Apache-2.0
// What one entry of the expectations applies to.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "conformance/runner/expectations.hpp"

namespace hallmark::runner {

// Matches are the results that one entry applies to.
struct Matches {
  std::size_t vectors = 0;                                // of the corpus
  const conformance::CorpusVersion* withdrawn = nullptr;  // the version that lacks one which it matched
  std::set<std::string> met;                              // ids that deviate as expected, in some operation
  std::set<std::string> deviating;                        // ids that deviate in any way
  std::set<std::string> passing;                          // ids that ran and do not deviate at all
};

[[nodiscard]] bool applies_to(const Expectation& entry, const reports::VectorResult& result);

[[nodiscard]] Matches match(const Expectation& entry, const conformance::Corpus& corpus,
                            const std::vector<reports::VectorResult>& results);

}  // namespace hallmark::runner
