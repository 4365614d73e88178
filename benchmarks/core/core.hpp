// Scans and unique names, each beside the floors.
#pragma once

#include "benchmarks/kit/workload.hpp"

namespace hallmark::benchmarks {

void add_scans(Workloads& all);
void add_unique_names(Workloads& all);

}  // namespace hallmark::benchmarks
