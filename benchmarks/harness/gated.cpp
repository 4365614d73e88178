// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/harness/gated.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

// What is counted is what runs inside this function; gate/counts.py knows its name.
extern "C" [[gnu::noinline]] void hallmark_gate_measured(const std::function<void()>& run) {
  run();
  asm volatile("" ::: "memory");  // prevents a tail call
}

namespace hallmark::benchmarks {
namespace {

constexpr std::byte unwritten{0xa5};

// Whether code that is chosen by processor can be counted: two machines run the same instructions if they see the same.
const char* processor() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") ? "x86-64 with AVX2" : "x86-64 without AVX2";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "other";
#endif
}

void count(const Workload& workload) {
  const Work work = workload.prepare();
  if (work.scratch != nullptr) std::fill(work.scratch->begin(), work.scratch->end(), unwritten);
  work.run();  // warms up, and checks the answer
  std::size_t asked = 0;
  std::size_t written = 0;
  if (work.scratch != nullptr) {
    asked = work.scratch->size();
    const auto last =
        std::find_if(work.scratch->rbegin(), work.scratch->rend(), [](std::byte byte) { return byte != unwritten; });
    written = static_cast<std::size_t>(work.scratch->rend() - last);
  }
  hallmark_gate_measured(work.run);
  std::printf("%s\t%llu\t%zu\t%zu\n", workload.name.c_str(), static_cast<unsigned long long>(work.bytes), asked,
              written);
}

int list(const Workloads& workloads, std::string_view compiler) {
  std::printf("%.*s\n", static_cast<int>(compiler.size()), compiler.data());
  for (const Workload& workload : workloads) {
    if (workload.gated) std::printf("%s\n", workload.name.c_str());
  }
  return 0;
}

int run(const Workloads& workloads, std::span<char* const> names) {
  use_portable_code();  // unless the workload names another
  std::printf("%s\n", processor());
  for (const std::string_view name : names) {
    const auto found =
        std::find_if(workloads.begin(), workloads.end(), [&](const Workload& w) { return w.name == name; });
    if (found == workloads.end()) {
      std::fprintf(stderr, "no such workload: %.*s\n", static_cast<int>(name.size()), name.data());
      return 2;
    }
    count(*found);
  }
  return 0;
}

}  // namespace

void check_answer(bool right, std::string_view what) {
  if (right) [[likely]]
    return;
  std::fprintf(stderr, "benchmark: wrong answer: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

std::optional<int> gate_command(const Workloads& workloads, std::string_view compiler,
                                std::span<char* const> arguments) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  if (first == "--gate-list" && arguments.size() == 2) return list(workloads, compiler);
  if (first == "--gate-run" && arguments.size() > 2) return run(workloads, arguments.subspan(2));
  return std::nullopt;
}

}  // namespace hallmark::benchmarks
