// Workload: one piece of work, measured by time (Google Benchmark) and by instructions (the gate).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/bytes.hpp"

namespace hallmark::benchmarks {

// Work is ready to run: its input stands. `run` does it `items` times and aborts the program on a wrong answer.
struct Work {
  std::function<void()> run;
  std::uint64_t items = 1;  // figures are given for one of them
  std::uint64_t bytes = 0;  // of input in one item; 0 where a rate in bytes says nothing
};

// Workload makes its input when asked to. Names: decode/<format>/<input>, reject/<format>/<rule>, scan/<what>/<input>,
// and the floors memcpy/<input> and sum_u64/<input>.
struct Workload {
  std::string name;
  std::function<Work()> prepare;
  bool gated = false;  // small and telling enough for the gate, which runs it once in an emulator
};

using Workloads = std::vector<Workload>;

// demand ends the program when an answer is wrong: a fast wrong answer is no figure.
void demand(bool right, std::string_view what);

// add_floors adds what nothing that reads every byte can beat: a copy of the input, and the sum of its words.
// The bytes that `input` gives must stay where they are.
void add_floors(Workloads& workloads, const std::string& name, std::function<Bytes()> input);

// add_rejections adds, for every rule of the family's formats, the smallest golden vector that breaks it.
void add_rejections(Workloads& workloads, std::string_view family);

// repeated makes a run of `items` calls, for work that is too short to be measured alone.
template <class Call>
[[nodiscard]] Work repeated(std::uint64_t items, std::uint64_t bytes, Call call) {
  return {[items, call] {
            for (std::uint64_t i = 0; i < items; ++i) call(i);
          },
          items, bytes};
}

}  // namespace hallmark::benchmarks
