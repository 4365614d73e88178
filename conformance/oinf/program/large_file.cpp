// SPDX-License-Identifier: Apache-2.0
#include "conformance/oinf/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_oinf(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& to, std::uint64_t, std::uint64_t size) {
    const std::uint64_t sizes[] = {size};
    oinf::Model model;
    model.tensors = {{"w", DType::u8, true, model.arena.shape({size}), {}}};
    to.put(as_text(oinf::head_of(model.view(), sizes))).zeros((size + 7) / 8 * 8);
  };
  all.push_back({"oinf", "u8", "w", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
