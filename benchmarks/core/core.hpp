// Scans and unique names, each beside the floors, and statistics of tensors.
#pragma once

#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {

void add_scans(Workloads& all);
void add_statistics(Workloads& all);
void add_unique_names(Workloads& all);

}  // namespace hallmark::benchmarks
