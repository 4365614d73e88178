// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/testing/large_files.hpp"
#include "conformance/safetensors/generate.hpp"

namespace hallmark::program_testing {

void add_safetensors(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t tensors, std::uint64_t size) {
    safetensors::OwnedModel model;
    for (std::uint64_t i = 0; i < tensors; ++i) {
      model.tensors.push_back({"t" + std::to_string(1000 + i), DType::u8, {size}, {}});
    }
    file.put(as_text(safetensors::head_of(model))).zeros(tensors * size);
  };
  all.push_back({"safetensors", "u8", "t1000", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
