// Workflow commands of GitHub Actions: findings as annotations on files and runs.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// annotations returns one workflow command a line, for the standard output of a step. Errors come first, since GitHub
// shows only the first ten of each kind of a step. An annotation of a file has no line, because the files are binary:
// the byte is in its text. Deviations of an implementation are one annotation for each rule and result; known ones are
// left out.
[[nodiscard]] std::string annotations(const std::vector<ConformanceResult>& results,
                                      const std::vector<ValidationReport>& validations);

}  // namespace hallmark::reports
