// JUnit XML, for CI systems that show test results.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// junit returns a document that follows the schema of Jenkins (junit-10.xsd). Of an implementation each format and
// operation is a suite, each vector a test; of a validation each format is a suite, each input a test.
//
// A failure is what makes the exit code 1: a failed MUST, an invalid input. An error is what could not be judged. A
// test that passes with a difference or a warning says so in system-out. Known deviations pass when an expectation is
// met.
[[nodiscard]] std::string junit(const std::vector<ConformanceResult>& results,
                                const std::vector<ValidationReport>& validations);

}  // namespace hallmark::reports
