// SPDX-License-Identifier: Apache-2.0
// What kernels of UTF-8 say, for comparison with the second reading of RFC 3629.
#pragma once

#include "codecs/core/utf8_kernels.hpp"
#include "conformance/oracle/utf8.hpp"

namespace hallmark::testing {

using conformance::utf8_oracle;

// find_by_all_kernels gives what all kernels that run here agree on, find_invalid_utf8 included; otherwise a place that
// no oracle gives.
inline std::uint64_t find_by_all_kernels(Bytes text) {
  constexpr std::uint64_t disagreement = nowhere - 1;
  const std::uint64_t found = find_invalid_utf8(text);
  if (text.size() < least_for_utf8_kernel) return found;
  for (const Utf8Kernel& kernel : utf8_kernels()) {
    if (kernel.runs_here() && find_invalid_utf8_with(kernel, text) != found) return disagreement;
  }
  return found;
}

}  // namespace hallmark::testing
