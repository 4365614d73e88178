// Writes the files that bintensors_rust.py measures, and prints a line for each: the layout, the name, and the scratch
// bound of our decoder. usage: hallmark_bench_bintensors_inputs FOLDER
#include <string>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/peers/write_input.hpp"

using namespace hallmark;

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hallmark_bench_bintensors_inputs FOLDER\n");
    return 4;
  }
  for (const auto layout : {bintensors::Layout::v0, bintensors::Layout::v1}) {
    const char* id = layout == bintensors::Layout::v0 ? "v0" : "v1";
    for (const auto& input : benchmarks::bintensors_peer_inputs) {
      const std::string name(input.name);
      const auto file = benchmarks::bintensors_tensors(layout, input.tensors, input.order);
      if (!benchmarks::write_input(std::filesystem::path(argv[1]) / (name + "." + id), file)) return 2;
      const auto scratch = static_cast<unsigned long long>(bintensors::scratch_bound(layout, file));
      std::printf("%s %s %llu\n", id, name.c_str(), scratch);
    }
  }
  return 0;
}
