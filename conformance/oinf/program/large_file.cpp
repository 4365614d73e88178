// SPDX-License-Identifier: Apache-2.0
#include "conformance/oinf/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_oinf(std::vector<LargeFile>& all) { all.push_back(model_file("oinf", oinf::head_of, 8)); }

}  // namespace hallmark::program_testing
