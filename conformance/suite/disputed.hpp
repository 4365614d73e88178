// Disputed vectors: MUST vectors that most implementations fail. The first place to look for a wrong level.
#pragma once

#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::conformance {

// Disputed holds the vectors that rest on one sentence and that the same implementations fail.
struct Disputed {
  std::string format;
  std::string rests_on;  // what the specification demands, and its clause
  std::vector<std::string> ids;
  std::vector<std::string> failed_by;  // names, sorted
  std::size_t judged = 0;              // implementations that ran the vectors
};

// disputed returns the MUST vectors that more than half of the implementations fail, by format and sentence. Results
// with the same homepage are one implementation, which fails a vector if each of them that ran it does.
[[nodiscard]] std::vector<Disputed> disputed(const Corpus& corpus,
                                             const std::vector<reports::ConformanceResult>& results);

// disputed_table writes them as a table in Markdown.
[[nodiscard]] std::string disputed_table(const std::vector<Disputed>& all);

}  // namespace hallmark::conformance
