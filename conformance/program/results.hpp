// SPDX-License-Identifier: Apache-2.0
// Reads results of `conform` and of `validate --report json`, for the commands that render or compare them.
#pragma once

#include <string>
#include <vector>

#include "reports/results.hpp"

namespace hallmark::program {

using reports::Results;

// read_results reads files in the given order; "-" is standard input. What results of `conform` leave out is looked up
// in the corpus of this folder ("": where it is installed), if there is one. Throws std::runtime_error, which names the
// file that is no result, and the reason.
[[nodiscard]] Results read_results(const std::vector<std::string>& paths, const std::string& corpus);

}  // namespace hallmark::program
