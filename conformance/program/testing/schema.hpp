// Checks JSON values against the schemas of reports/schema/, for the tests of the program.
#pragma once

#include "conformance/testing/schema.hpp"

namespace hallmark::program_testing {

using testing::breach;

}  // namespace hallmark::program_testing
