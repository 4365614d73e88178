// SPDX-License-Identifier: Apache-2.0
// Collects what reports/html looks up: the vectors of a corpus and the rules of every format; and the smallest vector
// that breaks a rule, the example that `explain` and the page of the rule show.
#pragma once

#include <map>
#include <string_view>

#include "conformance/suite/vector.hpp"
#include "reports/html.hpp"

namespace hallmark::conformance {

// report_details examines each invalid vector again, for the length and the message of its error.
[[nodiscard]] reports::Details report_details(const Corpus& corpus);

// rule_details returns the rules only, which is all that a report of `validate` needs.
[[nodiscard]] reports::Details rule_details();

// smallest_vectors returns one vector for each rule that an error or a warning of a vector names: inputs before values
// to be encoded, the strict profile before compat, errors before warnings, then the fewest bytes. They belong to
// `corpus`.
[[nodiscard]] std::map<std::string_view, const Vector*> smallest_vectors(const Corpus& corpus);

}  // namespace hallmark::conformance
