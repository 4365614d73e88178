// SPDX-License-Identifier: Apache-2.0
// decode/npy/<what>: the header of a plain array, and of a structure of many fields.
#include "benchmarks/harness/sample.hpp"
#include "conformance/npy/generate.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t calls = 1000;

std::string plain() { return "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"; }

std::string fields(std::uint64_t count) {
  std::string descr;
  for (std::uint64_t i = 0; i < count; ++i) descr += "('field" + std::to_string(i) + "', '<f4'), ";
  return "{'descr': [" + descr + "], 'fortran_order': False, 'shape': (2,), }";
}

Work decode(const std::string& header, std::uint64_t data) {
  const auto bytes = std::make_shared<File>(npy::with_header(2, header, File(data)));
  const std::uint64_t scratch = npy::scratch_bound(*bytes);
  return repeated(calls, scratch, [=](std::uint64_t) {
    clobber_memory();
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(scratch);
    Scratch own({memory.get(), static_cast<std::size_t>(scratch)});
    const auto decoded = npy::decode(*bytes, own);
    check_answer(decoded && decoded->data.size() == data, "npy::decode");
  });
}

}  // namespace

Workloads workloads_npy() {
  Workloads all;
  all.push_back({"decode/npy/plain", [] { return decode(plain(), 24); }, true});
  all.push_back({"decode/npy/fields-100", [] { return decode(fields(100), 800); }});
  return all;
}

}  // namespace hallmark::benchmarks
