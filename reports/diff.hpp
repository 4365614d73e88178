// SPDX-License-Identifier: Apache-2.0
// Diff: what changed between two results of the same kind.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// Change is one line of a comparison. The first kinds are the bad news: a verdict that is better is none.
struct Change {
  enum class Kind : std::uint8_t { verdict, worse, gone, better, added, other };
  Kind kind = Kind::other;
  std::string text;

  [[nodiscard]] bool bad() const { return kind <= Kind::gone; }
};

// diff compares implementations by name, and their vectors; a change of version alone is no change. Deterministic
// order: by kind, then as in the results.
[[nodiscard]] std::vector<Change> diff(const std::vector<ConformanceResult>& older,
                                       const std::vector<ConformanceResult>& newer);
// The same for files: verdicts, and findings by rule, offset and path.
[[nodiscard]] std::vector<Change> diff(const ValidationReport& older, const ValidationReport& newer);

// text returns one line for each change, and a line that counts them.
[[nodiscard]] std::string text(const std::vector<Change>& changes);

}  // namespace hallmark::reports
