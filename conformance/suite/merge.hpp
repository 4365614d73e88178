// SPDX-License-Identifier: Apache-2.0
// merge: results of several runs as one matrix.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "reports/results.hpp"

namespace hallmark::conformance {

// CannotMerge: two results contradict each other. The message names both and the vector.
struct CannotMerge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// merged joins the results of each implementation, by name, version and language: shards of one run become one result,
// with its verdicts. Implementations keep the order of their first result. A vector that one shard skipped or did not
// run takes the answer of another; two different answers, or two corpora, are a contradiction.
[[nodiscard]] std::vector<reports::ConformanceResult> merged(std::vector<reports::ConformanceResult> results);

// merged_json is what `report merge` writes: one result stays what it was, several become a matrix. Reports of validate
// become one report, and are a contradiction if their profiles differ.
[[nodiscard]] reports::Json merged_json(reports::Results results);

}  // namespace hallmark::conformance
