#include "conformance/bintensors/program/bytes.hpp"
#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_bintensors(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& file, std::uint64_t tensors, std::uint64_t size) {
    constexpr std::uint64_t u8 = 1;
    std::string record = '\0' + varint(tensors);
    for (std::uint64_t i = 0; i < tensors; ++i) {
      const std::string name = "t" + std::to_string(1000 + i);
      record += varint(name.size()) + name + varint(u8) + varint(1) + varint(size) + varint(i * size) +
                varint((i + 1) * size);
    }
    file.put(with_header(std::move(record))).zeros(tensors * size);
  };
  all.push_back({"bintensors-v1", "u8", "t1000", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
