#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>

#include "benchmarks/harness/workload.hpp"

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

void add_floors(Workloads& workloads, const std::string& name, std::function<Bytes()> input) {
  workloads.push_back({"memcpy/" + name, [input] {
                         const Bytes from = input();
                         auto to = std::make_shared<std::vector<std::byte>>(from.size());
                         return Work{[from, to] {
                                       std::memcpy(to->data(), from.data(), from.size());
                                       benchmark::DoNotOptimize(to->data());
                                       benchmark::ClobberMemory();
                                     },
                                     1, from.size()};
                       }});
  workloads.push_back({"sum_u64/" + name, [input] {
                         const Bytes from = input();
                         const std::uint64_t expected = sum_of_words(from);
                         return Work{[from, expected] {
                                       benchmark::ClobberMemory();
                                       check_answer(sum_of_words(from) == expected, "sum of words");
                                     },
                                     1, from.size()};
                       }});
}

void add_floors_of_file(Workloads& workloads, const std::string& name, std::function<std::vector<std::byte>()> make) {
  add_floors(workloads, name, [make = std::move(make), file = std::make_shared<std::vector<std::byte>>()] {
    if (file->empty()) *file = make();
    return Bytes(*file);
  });
}

}  // namespace hallmark::benchmarks
