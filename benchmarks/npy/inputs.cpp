// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/npy/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {

std::string npy_header(const std::string& descr, std::uint64_t count) {
  return fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({},), }}", descr, count);
}

std::string npy_fields(std::uint64_t count, Names names) {
  const std::vector<std::uint32_t> shuffled = Random().permutation(static_cast<std::uint32_t>(count));
  std::string fields;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string prefix = names == Names::long_prefixes ? std::string(52, 'p')
                               : names == Names::escaped     ? std::string("\\xe9\\t")
                                                             : "f";
    const std::uint32_t name = names == Names::same ? 0 : names == Names::ordered ? i : shuffled[i];
    fields += fmt::format("('{}{:08}', '<f4'), ", prefix, name);
  }
  return "[" + fields + "]";
}

File npy_structure(std::uint64_t fields, Names names) {
  return npy::with_header(2, npy_header(npy_fields(fields, names), 2), File(8 * fields));
}

}  // namespace hallmark::benchmarks
