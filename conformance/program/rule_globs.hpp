// Rules that are named by globs, for `validate --warn`.
#pragma once

#include <string>
#include <vector>

#include "hallmark/core/rule.hpp"

namespace hallmark::program {

// rules_to_warn returns the rules that match one of the globs and whose errors can be warnings: of kind `invalid`. `*`
// also matches `/`. Throws UsageError, which names the `source` of the globs, if one matches no such rule.
[[nodiscard]] std::vector<const Rule*> rules_to_warn(const std::vector<std::string>& globs, const std::string& source);

}  // namespace hallmark::program
