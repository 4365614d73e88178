// report_details fills what reports/html looks up: the vectors of a corpus and the rules of every format.
#pragma once

#include "conformance/suite/vector.hpp"
#include "reports/html.hpp"

namespace hallmark::conformance {

// Each vector that is not valid is examined again, to learn how many bytes offend and how the reference decoder puts
// it.
[[nodiscard]] reports::Details report_details(const Corpus& corpus);

// The rules alone: all that the report of a validation needs.
[[nodiscard]] reports::Details rule_details();

}  // namespace hallmark::conformance
