// Writes input files for peers that are not libraries.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hallmark/core/bytes.hpp"

namespace hallmark::benchmarks {

// write_input writes a file; on failure it prints the reason to standard error and returns false.
[[nodiscard]] inline bool write_input(const std::filesystem::path& path, Bytes file) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << as_text(file);
  out.close();
  if (!out) std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
  return static_cast<bool>(out);
}

// write_inputs writes each input to the folder given as the only argument of the program, and prints its name.
template <class Inputs>
[[nodiscard]] int write_inputs(int argc, char** argv, const Inputs& inputs, const char* extension) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 4;
  }
  for (const auto& input : inputs) {
    if (!write_input(std::filesystem::path(argv[1]) / (std::string(input.name) + extension), input.make())) return 2;
    std::printf("%.*s\n", static_cast<int>(input.name.size()), input.name.data());
  }
  return 0;
}

}  // namespace hallmark::benchmarks
