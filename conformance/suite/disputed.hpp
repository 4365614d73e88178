// SPDX-License-Identifier: Apache-2.0
// Disputed requirements: what most implementations do not hold. The first place to look for a wrong level.
#pragma once

#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::conformance {

// Disputed is a requirement, by its MUST rule, or for valid inputs by the clause that they show.
struct Disputed {
  std::string requirement;
  std::string sentence;                // what the specification says, with the link to it; empty for a clause
  std::vector<std::string> broken_by;  // names, sorted
  std::size_t judged = 0;              // implementations that ran a vector of it
  std::size_t failed = 0;              // its vectors that one of broken_by fails
  std::size_t vectors = 0;
};

// disputed returns the requirements that more than half of at least two implementations break, by their names. Results
// with the same homepage are one implementation, which breaks a requirement if each of them that ran it does.
[[nodiscard]] std::vector<Disputed> disputed(const Corpus& corpus,
                                             const std::vector<reports::ConformanceResult>& results);

// disputed_table writes them as a table in Markdown.
[[nodiscard]] std::string disputed_table(const std::vector<Disputed>& all);

}  // namespace hallmark::conformance
