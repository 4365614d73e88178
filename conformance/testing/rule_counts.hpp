// SPDX-License-Identifier: Apache-2.0
// RuleCounts: which rules many inputs of a generator break, so that a test can demand that none is left out.
#pragma once

#include <map>
#include <string_view>

#include "conformance/testing/property.hpp"

namespace hallmark::testing {

struct RuleCounts {
  std::map<std::string_view, int> broken;  // by id of the rule
  int valid = 0;
  int tolerated = 0;  // valid under compat alone

  void add(const Codec& codec, Bytes input, Options options) {
    const conformance::Outcome strict = conformance::run_codec(codec, input, options);
    for (const conformance::Finding& finding : strict.findings) ++broken[finding.rule->id];
    options.profile = Profile::compat;
    const Verdict compat = conformance::run_codec(codec, input, options).verdict;
    if (strict.verdict == Verdict::valid) {
      ++valid;
    } else if (compat == Verdict::valid) {
      ++tolerated;
    }
  }
  void check_broken(const Rule& rule) {
    CAPTURE(rule.id);
    CHECK(broken[rule.id] > 0);
  }
};

}  // namespace hallmark::testing
