// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/core/core.hpp"

namespace hallmark::benchmarks {

Workloads workloads_core() {
  Workloads all;
  add_scans(all);
  add_unique_names(all);
  add_statistics(all);
  return all;
}

}  // namespace hallmark::benchmarks
