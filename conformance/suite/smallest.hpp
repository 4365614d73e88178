// The smallest vector that breaks a rule: the example that `explain` and the page of the rule show.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// smallest_vectors returns one vector for each rule that an error or a warning of a vector names: inputs before values
// to be encoded, the strict profile before compat, errors before warnings, then the fewest bytes. They belong to
// `corpus`.
[[nodiscard]] std::map<std::string_view, const Vector*> smallest_vectors(const Corpus& corpus);

}  // namespace hallmark::conformance
