// The vectors that a plan generates.
#pragma once

#include <vector>

#include "conformance/runner/conform.hpp"

namespace hallmark::runner {

// generated_files makes, for each format that the testee offers, as many vectors as the plan wants of those that the
// testee has the features for, and those that --run names by their id.
[[nodiscard]] std::vector<conformance::VectorFile> generated_files(const conformance::Corpus& corpus, const Plan& plan,
                                                                   const Hello& hello);

}  // namespace hallmark::runner
