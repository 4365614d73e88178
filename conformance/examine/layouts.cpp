// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/layouts.hpp"

#include <algorithm>

#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {

Choice choose_within(const Codec& found, hallmark::Input input, const Options& options, const Bounds& bounds) {
  if (found.phase == nullptr) return {&found, nullptr};
  ScratchMemory memory;
  return choose(found, input, memory.of(std::min(choose_bound(found, input, options), bounds.max_alloc)), options);
}

}  // namespace hallmark::conformance
