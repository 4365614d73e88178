// SPDX-License-Identifier: Apache-2.0
#include "conformance/bintensors/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_bintensors(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t tensors, std::uint64_t size) {
    bintensors::OwnedModel model;
    for (std::uint64_t i = 0; i < tensors; ++i) {
      model.tensors.push_back({"t" + std::to_string(1000 + i), DType::u8, {size}, {}});
    }
    const auto head = bintensors::head_of(bintensors::Layout::v1, model);
    file.put(as_text(head)).zeros(tensors * size);
  };
  all.push_back({"bintensors-v1", "u8", "t1000", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
