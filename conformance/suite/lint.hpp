// SPDX-License-Identifier: Apache-2.0
// Lint: checks of the golden vectors beyond their schema. See corpus/vector.schema.json.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

struct LintFinding {
  std::string where;  // a vector's id, a rule's id, a clause, or a file
  std::string what;
};

// lint returns all findings about a corpus: single vectors, conflicts between vectors, and missing coverage. `format`
// restricts it to one format; "" means all.
[[nodiscard]] std::vector<LintFinding> lint(const Corpus& corpus, const std::string& format = {});

// features_of_vectors returns the optional features of implementations that a vector may need, by the manifests of the
// families. See conformance/testees/PROTOCOL.md.
[[nodiscard]] std::set<std::string> features_of_vectors();

// file_stem returns the file name of a vector that is written to a file: its id with '-' for '/'.
[[nodiscard]] std::string file_stem(std::string id);

}  // namespace hallmark::conformance
