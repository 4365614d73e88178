// SPDX-License-Identifier: Apache-2.0
// Scans, unique names and statistics of tensors, with floors.
#pragma once

#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {

void add_scans(Workloads& all);
void add_statistics(Workloads& all);
void add_unique_names(Workloads& all);

}  // namespace hallmark::benchmarks
