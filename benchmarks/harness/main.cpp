// Main program of the benchmarks of a folder: Google Benchmark with its options, or for the gate:
//   --gate-list       names of the gated workloads, and the compiler
//   --gate-run NAME   runs one workload twice, the second time inside hallmark_gate_measured
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "benchmarks/harness/workload.hpp"

#define HALLMARK_JOIN_(a, b) a##b
#define HALLMARK_JOIN(a, b) HALLMARK_JOIN_(a, b)
#define HALLMARK_TEXT_(a) #a
#define HALLMARK_TEXT(a) HALLMARK_TEXT_(a)

namespace hallmark::benchmarks {

// Each folder defines workloads_<folder>.
Workloads HALLMARK_JOIN(workloads_, HALLMARK_ROOM)();

}  // namespace hallmark::benchmarks

// The gate counts the instructions inside this function only.
extern "C" [[gnu::noinline]] void hallmark_gate_measured(const std::function<void()>& run) {
  run();
  benchmark::ClobberMemory();  // prevents a tail call
}

namespace {

using namespace hallmark::benchmarks;

void measure(benchmark::State& state, const Workload& workload) {
  const Work work = workload.prepare();
  work.run();  // warms caches and page tables, and checks the answer
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(work.items))) work.run();
  if (work.bytes != 0) {
    state.SetBytesProcessed(static_cast<std::int64_t>(work.bytes) * static_cast<std::int64_t>(state.iterations()));
  }
}

int gate_list(const Workloads& workloads) {
  std::printf("%s\n", HALLMARK_COMPILER);
  for (const Workload& workload : workloads) {
    if (workload.gated) std::printf("%s\n", workload.name.c_str());
  }
  return 0;
}

int gate_run(const Workloads& workloads, std::string_view name) {
  for (const Workload& workload : workloads) {
    if (workload.name != name) continue;
    const Work work = workload.prepare();
    work.run();
    hallmark_gate_measured(work.run);
    return 0;
  }
  std::fprintf(stderr, "no such workload: %.*s\n", static_cast<int>(name.size()), name.data());
  return 2;
}

int run(int argc, char** argv) {
  Workloads workloads = HALLMARK_JOIN(workloads_, HALLMARK_ROOM)();
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--gate-list") return gate_list(workloads);
  if (first == "--gate-run" && argc == 3) return gate_run(workloads, argv[2]);
  add_rejections(workloads, HALLMARK_TEXT(HALLMARK_ROOM));
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
