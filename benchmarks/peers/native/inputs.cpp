// SPDX-License-Identifier: Apache-2.0
// Writes one input.
//
//   hallmark_bench_inputs KIND NUMBER FILE
#include <cstdio>

#include "benchmarks/peers/native/family.hpp"

int main(int argc, char** argv) {
  const hallmark::benchmarks::Families all = hallmark::benchmarks::families();
  try {
    if (const auto kind = all.inputs.find(argc == 4 ? argv[1] : ""); kind != all.inputs.end()) {
      kind->second(std::stoull(argv[2]), argv[3]);
      return 0;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
  std::fprintf(stderr, "usage: %s KIND NUMBER FILE; kinds:", argv[0]);
  for (const auto& [name, write] : all.inputs) std::fprintf(stderr, " %s", name.c_str());
  std::fputc('\n', stderr);
  return 4;
}
