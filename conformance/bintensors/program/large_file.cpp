// SPDX-License-Identifier: Apache-2.0
#include "conformance/bintensors/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_bintensors(std::vector<LargeFile>& all) {
  all.push_back(model_file("bintensors-v1",
                           [](const bintensors::OwnedModel& model) { return head_of(bintensors::Layout::v1, model); }));
}

}  // namespace hallmark::program_testing
