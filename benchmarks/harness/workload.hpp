// SPDX-License-Identifier: Apache-2.0
// Workload: one benchmark, measured by time (Google Benchmark) and by instructions (the gate).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hallmark/core/bytes.hpp"

namespace hallmark::benchmarks {

// ScratchMemory is the working memory of a codec, of the size that it asks for.
using ScratchMemory = std::shared_ptr<std::vector<std::byte>>;

// Work is a benchmark with its input. `run` aborts the program on a wrong answer.
struct Work {
  std::function<void()> run;
  std::uint64_t items = 1;          // that one run processes; times are given per item
  std::uint64_t bytes = 0;          // that one run reads or writes, all items together; 0 if it need not touch each
  ScratchMemory scratch = nullptr;  // what `run` gives to the codec; null if it needs none
};

// Workload creates its input on demand. Names: decode/<format>/<input>, reject/<format>/<rule>, scan/<what>/<input>,
// and the floors memcpy/<input> and sum_u64/<input>.
struct Workload {
  std::string name;
  std::function<Work()> prepare;
  bool gated = false;  // also counted by the gate, in an emulator: small, and the same on every processor
};

using Workloads = std::vector<Workload>;

// check_answer ends the program if an answer is wrong.
void check_answer(bool right, std::string_view what);

// clobber_memory makes the compiler take all memory for changed, so that work is done in each run.
inline void clobber_memory() { asm volatile("" : : : "memory"); }

// add_rejections adds, for every rule of the formats of a family, the smallest golden vector that breaks it.
void add_rejections(Workloads& workloads, std::string_view family);

// use_portable_code has the codecs use from now on what runs on every processor.
void use_portable_code();

// repeated returns a run of `items` calls, for work that is too short to be measured alone; `bytes` are those of one.
template <class Call>
[[nodiscard]] Work repeated(std::uint64_t items, std::uint64_t bytes, Call call, ScratchMemory scratch = nullptr) {
  return {[items, call] {
            for (std::uint64_t i = 0; i < items; ++i) call(i);
          },
          items, items * bytes, std::move(scratch)};
}

}  // namespace hallmark::benchmarks
