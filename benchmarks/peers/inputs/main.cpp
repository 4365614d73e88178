// Writes one input.
//
//   hallmark_bench_inputs_<family> KIND NUMBER FILE
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {

void write_file(const std::string& path, Bytes bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << as_text(bytes);
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace hallmark::benchmarks

int main(int argc, char** argv) {
  try {
    for (const auto& kind : hallmark::benchmarks::kinds()) {
      if (argc != 4 || kind.name != argv[1]) continue;
      kind.write(std::stoull(argv[2]), argv[3]);
      return 0;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
  std::fprintf(stderr, "usage: %s KIND NUMBER FILE; kinds:", argv[0]);
  for (const auto& kind : hallmark::benchmarks::kinds()) std::fprintf(stderr, " %s", kind.name.c_str());
  std::fputc('\n', stderr);
  return 4;
}
