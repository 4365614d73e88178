// SPDX-License-Identifier: Apache-2.0
// The text summary of a conformance run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/conform.hpp"

namespace hallmark::runner {

// ExpectationCheck is the outcome of comparing a run with its expectations.
struct ExpectationCheck {
  bool with_expectations = false;
  std::vector<std::string> stale;
  std::vector<std::string> withdrawn = {};  // entries that only vectors which were withdrawn match
};

// summary returns what was run and doubts about the adapter, the deviations by requirement, what is counted and not
// scored, and last the verdict of each format and operation. Lines are no longer than `width` columns, if that is not
// 0.
[[nodiscard]] std::string summary(const Conformance& conformance, const conformance::Corpus& corpus,
                                  const ExpectationCheck& check, std::size_t width = 0);

// fold breaks lines that are longer than `width` columns at spaces, and indents what follows like the text of the line.
// A word that is too long is cut. 0: no limit.
[[nodiscard]] std::string fold(std::string_view text, std::size_t width);

}  // namespace hallmark::runner
