// Lint: what the golden vectors must be beyond what their schema says. Contract, section 5.
#pragma once

#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

struct LintFinding {
  std::string where;  // a vector's id, a rule's id, a clause, or a file
  std::string what;
};

// lint gives everything that is wrong with a corpus: of each vector alone, of all together, and what they leave out.
// `format` restricts it to one format; empty means all.
[[nodiscard]] std::vector<LintFinding> lint(const Corpus& corpus, const std::string& format = {});

// file_stem is the name under which a vector is exported: its id with '-' for '/'.
[[nodiscard]] std::string file_stem(const Vector& vector);

}  // namespace hallmark::conformance
