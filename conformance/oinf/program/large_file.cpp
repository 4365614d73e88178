#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_oinf(std::vector<LargeFile>& all) {
  const auto write = [](Sparse& to, std::uint64_t, std::uint64_t size) {
    constexpr std::uint32_t u8 = 5;
    constexpr std::uint64_t tables = 72;
    constexpr std::uint64_t data = tables + 8 + 12 + 8 + 16 + 4;
    const std::string file =
        bytes({"OINF\0", 5}) + word(std::uint32_t{1}) + std::string(12, '\0') + word(std::uint32_t{1}) +
        word(std::uint32_t{0}) + word(tables) + word(tables) + word(tables) + word(data) + word(data + size) +
        std::string(3, '\0') + word(std::uint32_t{1}) + "w" + std::string(3, '\0') + word(u8) +
        word(std::uint32_t{1}) + word(std::uint32_t{1}) + word(size) + word(size) + word(data) + std::string(4, '\0');
    to.put(file).zeros(size);
  };
  all.push_back({"oinf", "u8", "w", "/value/tensors/0/data", UINT64_MAX, write});
}

}  // namespace hallmark::program_testing
