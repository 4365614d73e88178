// Collects what reports/html looks up: the vectors of a corpus and the rules of every format.
#pragma once

#include "conformance/suite/vector.hpp"
#include "reports/html.hpp"

namespace hallmark::conformance {

// report_details examines each invalid vector again, for the length and the message of its error.
[[nodiscard]] reports::Details report_details(const Corpus& corpus);

// rule_details returns the rules only, which is all that a report of `validate` needs.
[[nodiscard]] reports::Details rule_details();

}  // namespace hallmark::conformance
