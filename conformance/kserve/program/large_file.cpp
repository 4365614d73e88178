#include <fmt/format.h>

#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_kserve(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t, std::uint64_t size) {
    file.put(fmt::format(R"({{"inputs":[{{"name":"x","shape":[{0}],"datatype":"INT8",)"
                         R"("parameters":{{"binary_data_size":{0}}}}}]}})",
                         size))
        .zeros(size);
  };
  all.push_back({"kserve-request", "i8", "x", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
