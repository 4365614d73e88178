// Reads results of `conform` and of `validate --report json`, for the commands that render or compare them.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

struct Results {
  std::vector<reports::ConformanceResult> conformance;
  std::vector<reports::ValidationReport> validations;
};

// BadResult: a file is not a result. The message names the file and the reason.
struct BadResult : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// read_results reads files in the given order; "-" is standard input. Throws BadResult.
[[nodiscard]] Results read_results(const std::vector<std::string>& paths);

}  // namespace hallmark::program
