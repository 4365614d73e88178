// SPDX-License-Identifier: Apache-2.0
// Results: what the commands of `hallmark report` read, of either kind.
#pragma once

#include <string_view>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

struct Results {
  std::vector<ConformanceResult> conformance;
  std::vector<ValidationReport> validations;
};

// add_results adds those of a text: one result of `conform`, one report of `validate --report json`, or all that
// `report merge` joined. Throws BadJson, and std::runtime_error, which names the faulty member.
void add_results(std::string_view text, Results& results);

}  // namespace hallmark::reports
