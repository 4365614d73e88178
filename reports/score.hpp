// SPDX-License-Identifier: Apache-2.0
// Score: what the verdicts of runs rest on, in words that put requirements before vectors.
#pragma once

#include <string>
#include <string_view>

#include "reports/result.hpp"

namespace hallmark::reports {

struct Score {
  std::uint64_t judged = 0;      // requirements
  std::uint64_t broken = 0;      // of them
  std::uint64_t rules = 0;       // requirements that are rules
  std::uint64_t causes = 0;      // of what is broken
  std::uint64_t vectors = 0;     // MUST vectors that ran, and others that crashed
  std::uint64_t failed = 0;      // of them
  std::uint64_t not_judged = 0;  // MUST vectors that did not run

  // add counts a run of the result.
  void add(const ConformanceResult& result, const Run& run);
};

[[nodiscard]] Score score_of(const ConformanceResult& result, const Run& run);

// sentence: "accepts what 3 of 26 rules forbid, 1 cause (313 of 1,056 vectors)".
[[nodiscard]] std::string sentence(std::string_view verdict, const Score& score);

// brief: "3 of 26 rules (313 of 1,056 vectors)".
[[nodiscard]] std::string brief(std::string_view verdict, const Score& score);

// verdict_of returns the verdict of a run, and whether it says nothing of values: "lenient, verdicts only".
[[nodiscard]] std::string verdict_of(const ConformanceResult& result, const Run& run);

}  // namespace hallmark::reports
