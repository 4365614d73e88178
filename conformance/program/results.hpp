// Reads results of `conform` and of `validate --report json`, for the commands that render or compare them.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "reports/results.hpp"

namespace hallmark::program {

using reports::Results;

// BadResult: a file is not a result. The message names the file and the reason.
struct BadResult : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// read_results reads files in the given order; "-" is standard input. Throws BadResult.
[[nodiscard]] Results read_results(const std::vector<std::string>& paths);

}  // namespace hallmark::program
