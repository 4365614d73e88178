// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/testing/large_files.hpp"
#include "conformance/safetensors/generate.hpp"

namespace hallmark::program_testing {

void add_safetensors(std::vector<LargeFile>& all) { all.push_back(model_file("safetensors", safetensors::head_of)); }

}  // namespace hallmark::program_testing
