// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/npy/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {

File npy_structure(std::uint64_t fields, Names names) {
  const std::vector<std::uint32_t> shuffled = Random().permutation(static_cast<std::uint32_t>(fields));
  const std::string prefix = names == Names::long_prefixes ? std::string(52, 'p')
                             : names == Names::escaped     ? "\\xe9\\t"
                                                           : "f";
  std::string descr;
  for (std::uint32_t i = 0; i < fields; ++i) {
    const std::uint32_t name = names == Names::same ? 0 : shuffled[i];
    descr += fmt::format("('{}{:08}', '<f4'), ", prefix, name);
  }
  return npy::with_header(2, npy::header_of("[" + descr + "]", {2}), File(8 * fields));
}

}  // namespace hallmark::benchmarks
