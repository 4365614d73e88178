// SPDX-License-Identifier: Apache-2.0
#include "conformance/kserve/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_kserve(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t, std::uint64_t size) {
    conformance::Shapes shapes;
    const kserve::MessageTensor tensor{
        {"x", DType::i8, true, shapes.of({size}), kserve::of_size(size)}, kserve::Encoding::binary, {}, {}, {}};
    file.put(kserve::header(kserve::Role::request, {{}, 0, {&tensor, 1}})).zeros(size);
  };
  all.push_back({"kserve-request", "i8", "x", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
