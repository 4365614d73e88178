// SPDX-License-Identifier: Apache-2.0
#include "conformance/gguf/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_gguf(std::vector<LargeFile>& all) {
  all.push_back(model_file("gguf", gguf::head_of, gguf::default_alignment));
  all.back().dtype = "i8";
  all.back().largest = INT64_MAX;
}

}  // namespace hallmark::program_testing
