// SPDX-License-Identifier: Apache-2.0
// A program for the test of the gate, counted as benchmarks are. With a slowdown in percent every workload needs so
// much more.
#include <cstdio>
#include <cstring>

#include "benchmarks/harness/gated.hpp"

namespace {

using namespace hallmark::benchmarks;

constexpr std::size_t size = 4000;
constexpr std::size_t more = size * (100 + HALLMARK_SLOWDOWN) / 100;

Work steps() {
  return {[] {
            for (std::size_t i = 0; i < more; ++i) asm volatile("" ::: "memory");
          },
          1, 0};
}

Work memory() {
  auto scratch = std::make_shared<std::vector<std::byte>>(2 * more);
  return {[scratch] { std::memset(scratch->data(), 0, scratch->size() / 2); }, 1, 0, scratch};
}

// What glibc does here is chosen by processor.
Work search() {
  auto input = std::make_shared<std::vector<std::byte>>(size);
  return {[input] { check_answer(std::memchr(input->data(), 1, input->size()) == nullptr, "memchr"); }, 1, size};
}

}  // namespace

int main(int argc, char** argv) {
  const Workloads all{{"tiny/steps", steps, true}, {"tiny/memory", memory, true}, {"tiny/search", search, true}};
  if (const auto status = gate_command(all, "tiny", {argv, static_cast<std::size_t>(argc)})) return *status;
  std::fprintf(stderr, "usage: %s --gate-list | --gate-run NAME...\n", argv[0]);
  return 4;
}
