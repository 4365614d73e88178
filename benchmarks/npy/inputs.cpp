// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/npy/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {

File npy_structure(std::uint64_t fields, std::string_view prefix, bool same) {
  std::string descr;
  for (const std::uint32_t number : Random().permutation(static_cast<std::uint32_t>(fields))) {
    descr += fmt::format("('{}{:08}', '<f4'), ", prefix, same ? 0 : number);
  }
  return npy::with_header(2, npy::header_of("[" + descr + "]", {2}), File(8 * fields));
}

}  // namespace hallmark::benchmarks
