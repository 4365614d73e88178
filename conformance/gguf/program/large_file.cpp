// SPDX-License-Identifier: Apache-2.0
#include "conformance/gguf/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_gguf(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t tensors, std::uint64_t size) {
    gguf::Model model;
    for (std::uint64_t i = 0; i < tensors; ++i) {
      model.tensors.push_back({model.text("t" + std::to_string(1000 + i)), DType::i8, false, model.shape({size}), {}});
    }
    file.put(as_text(gguf::head_of(model.view()))).zeros(tensors * ((size + 31) / 32 * 32));
  };
  all.push_back({"gguf", "i8", "t1000", "/value/tensors/0/data", INT64_MAX, write});
}

}  // namespace hallmark::program_testing
