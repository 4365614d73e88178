// Writes the files that openinfer_oinf.py measures. usage: hallmark_bench_oinf_inputs FOLDER
#include "benchmarks/oinf/inputs.hpp"
#include "benchmarks/peers/write_input.hpp"

int main(int argc, char** argv) {
  return hallmark::benchmarks::write_inputs(argc, argv, hallmark::benchmarks::oinf_peer_inputs, ".oinf");
}
