// SPDX-License-Identifier: Apache-2.0
// recall: what result.json leaves out because corpus and rules know it, for the commands that read results.
#pragma once

#include "conformance/suite/vector.hpp"
#include "reports/results.hpp"

namespace hallmark::conformance {

// recall looks up clause and addressee of each vector, and returns each cause to the vectors that fail for it. A vector
// that the corpus does not have keeps its theme for a clause. Results of version 1 are tallied by today's rules.
void recall(const Corpus& corpus, std::vector<reports::ConformanceResult>& results);

}  // namespace hallmark::conformance
