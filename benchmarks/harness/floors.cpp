// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstring>

#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {
namespace {

// Four sums at once, so that memory is the bottleneck and not the addition.
std::uint64_t sum_of_words(Bytes input) {
  std::uint64_t sums[4] = {};
  const std::byte* at = input.data();
  for (std::size_t left = input.size() / 32; left > 0; --left, at += 32) {
    for (std::size_t i = 0; i < 4; ++i) sums[i] += load_le<std::uint64_t>(at + 8 * i);
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

}  // namespace

void add_floors(Workloads& workloads, const std::string& name, const std::function<Sample()>& make) {
  workloads.push_back({"memcpy/" + name, [make] {
                         const Sample from = make();
                         auto to = std::make_shared<File>(from.bytes.size());
                         return Work{[from, to] {
                                       std::memcpy(to->data(), from.bytes.data(), from.bytes.size());
                                       benchmark::DoNotOptimize(to->data());
                                       benchmark::ClobberMemory();
                                     },
                                     1, from.bytes.size()};
                       }});
  workloads.push_back({"sum_u64/" + name, [make] {
                         const Sample from = make();
                         return Work{[from, expected = sum_of_words(from.bytes)] {
                                       benchmark::ClobberMemory();
                                       check_answer(sum_of_words(from.bytes) == expected, "sum of words");
                                     },
                                     1, from.bytes.size()};
                       }});
}

}  // namespace hallmark::benchmarks
