#include "conformance/program/testing/large_files.hpp"

namespace hallmark::program_testing {

void add_bson(std::vector<LargeFile>& all) {
  // One document for each vector.
  const auto write = [](Sparse& file, std::uint64_t vectors, std::uint64_t size) {
    for (std::uint64_t i = 0; i < vectors; ++i) {
      const std::string element = "\x05v" + bytes({"\0", 1}) + word(static_cast<std::uint32_t>(size + 2)) + "\x09\x03";
      file.put(word(static_cast<std::uint32_t>(4 + element.size() + 1 + size + 1)) + element).zeros(1 + size + 1);
    }
  };
  // A document has less than 2 GiB.
  all.push_back({"bson", "i8", "documents[0].v", "/value/vectors/0/data", 2'147'000'000, write});
}

}  // namespace hallmark::program_testing
