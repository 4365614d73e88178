// Writes the streams that futhark_python.py measures. usage: hallmark_bench_futhark_inputs FOLDER
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/peers/write_input.hpp"

int main(int argc, char** argv) {
  return hallmark::benchmarks::write_inputs(argc, argv, hallmark::benchmarks::futhark_peer_inputs, ".futhark");
}
