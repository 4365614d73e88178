// SARIF 2.1.0: results for code scanning. One run of the log for each result.
#pragma once

#include <vector>

#include "reports/result.hpp"
#include "reports/rule_detail.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// sarif returns a log. Findings in files have byte offsets; those in the body of an HTTP message have none, since a
// body may be compressed, and name the offset in the body in their properties. Deviations of an implementation have the
// id of the vector as their logical location. Deterministic: no times, no host.
[[nodiscard]] Json sarif(const std::vector<ConformanceResult>& results,
                         const std::vector<ValidationReport>& validations, const RuleDetails& rules);

// sarif_text returns the log as text. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string sarif_text(const std::vector<ConformanceResult>& results,
                                     const std::vector<ValidationReport>& validations, const RuleDetails& rules);

}  // namespace hallmark::reports
