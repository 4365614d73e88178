// SPDX-License-Identifier: Apache-2.0
// Main program of the benchmarks of a folder: Google Benchmark with its options, or one of the commands of gated.hpp.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "benchmarks/harness/gated.hpp"
#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {

Workloads HALLMARK_WORKLOADS();  // workloads_<folder>, which each folder defines

}  // namespace hallmark::benchmarks

namespace {

using namespace hallmark::benchmarks;

void measure(benchmark::State& state, const Workload& workload) {
  const Work work = workload.prepare();
  work.run();  // warms caches and page tables, and checks the answer
  const auto items = static_cast<benchmark::IterationCount>(work.items);
  while (state.KeepRunningBatch(items)) work.run();
  state.SetItemsProcessed(state.iterations());
  if (work.bytes != 0) state.SetBytesProcessed(static_cast<std::int64_t>(work.bytes) * (state.iterations() / items));
}

int run(int argc, char** argv) {
  Workloads workloads = HALLMARK_WORKLOADS();
  const auto status = gate_command(workloads, HALLMARK_COMPILER, {argv, static_cast<std::size_t>(argc)});
  if (status) return *status;
  add_rejections(workloads, HALLMARK_ROOM);
  for (const Workload& workload : workloads) {
    benchmark::RegisterBenchmark(workload.name.c_str(),
                                 [&workload](benchmark::State& state) { measure(state, workload); });
  }
  benchmark::AddCustomContext("compiler", HALLMARK_COMPILER);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 4;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "benchmark: %s\n", error.what());
    return 2;
  }
}
