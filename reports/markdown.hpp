// GitHub-flavoured Markdown: a summary for job pages, comments and wikis.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/rule_detail.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// markdown returns a table of verdicts for each implementation, its deviations grouped by rule, and the findings of
// validations. At most 900 kB, so that it fits a job summary; what is left out is counted. Text of inputs and testees
// cannot add markup.
[[nodiscard]] std::string markdown(const std::vector<ConformanceResult>& results,
                                   const std::vector<ValidationReport>& validations, const RuleDetails& rules);

}  // namespace hallmark::reports
