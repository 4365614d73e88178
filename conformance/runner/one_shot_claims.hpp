// SPDX-License-Identifier: Apache-2.0
// What a testee in one-shot mode offers: it says nothing itself, so the plan and its answers tell.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "conformance/runner/cases.hpp"

namespace hallmark::runner {

// features_in_one_shot_mode returns the optional features that may be named of a program that reads one input.
[[nodiscard]] std::set<std::string> features_in_one_shot_mode();

// one_shot_hello claims every format of the corpus, with the features of the plan. A KServe body whose frame is given
// by a header is the default there, unless the plan names a frame.
[[nodiscard]] Hello one_shot_hello(const Plan& plan, const conformance::Corpus& corpus);

// settle_values finds the formats in which the first valid vector that was accepted came without a value. There, the
// vectors without a value are judged again by their verdict, and the claim gets the feature verdict-only. Claims of
// formats in which nothing ran are removed.
void settle_values(std::vector<Case>& cases, Hello& hello);

}  // namespace hallmark::runner
