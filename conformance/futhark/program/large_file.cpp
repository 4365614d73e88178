// SPDX-License-Identifier: Apache-2.0
#include "conformance/futhark/generate.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_futhark(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t values, std::uint64_t size) {
    const auto header = futhark::written_header(DType::i8, {size});
    for (std::uint64_t i = 0; i < values; ++i) file.put(as_text(header)).zeros(size);
  };
  all.push_back({"futhark", "i8", "values[0]", "/value/values/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
