// SPDX-License-Identifier: Apache-2.0
// The side of the gate that lies in a benchmark program: names workloads, and runs some of them so that an emulator can
// count each alone.
//   --gate-list         the compiler, then the names of the gated workloads
//   --gate-run NAME...  runs each workload twice, the second time inside hallmark_gate_measured. Prints what kind of
//                       processor it sees; then for each workload, separated by tabs, its name, the bytes of its input,
//                       the working memory that the codec asked for, and how much of that it wrote to
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {

// gate_command gives the exit status of one of the above; nothing if the arguments of the program are others.
[[nodiscard]] std::optional<int> gate_command(const Workloads& workloads, std::string_view compiler,
                                              std::span<char* const> arguments);

}  // namespace hallmark::benchmarks
