// Writes the files that openinfer_oinf.py measures. usage: hallmark_bench_oinf_inputs FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "benchmarks/oinf/inputs.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hallmark_bench_oinf_inputs FOLDER\n");
    return 4;
  }
  for (const auto& input : hallmark::benchmarks::oinf_peer_inputs) {
    const auto path = std::filesystem::path(argv[1]) / (std::string(input.name) + ".oinf");
    const auto file = input.make();
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << hallmark::as_text(file);
    out.close();
    if (!out) {
      std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
      return 2;
    }
    std::printf("%.*s\n", static_cast<int>(input.name.size()), input.name.data());
  }
  return 0;
}
