#include "benchmarks/harness/workload.hpp"

#include <cstdio>
#include <cstdlib>

namespace hallmark::benchmarks {

void check_answer(bool right, std::string_view what) {
  if (right) [[likely]]
    return;
  std::fprintf(stderr, "benchmark: wrong answer: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace hallmark::benchmarks
