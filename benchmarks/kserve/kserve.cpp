// SPDX-License-Identifier: Apache-2.0
// decode/kserve-request/<input>: a typical request, the same with an inaccessible payload, and 5 MB of JSON data of
// each datatype. scratch/… measures scratch_bound alone.
#include "hallmark/kserve.hpp"

#include <fmt/format.h>

#include "benchmarks/kserve/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t calls = 1000;

Work decode(const Sample& sample) { return decoding(*codec_named("kserve-request"), sample); }

Work scratch(const Sample& sample) {
  return repeated(calls, 0, [sample](std::uint64_t) {
    clobber_memory();
    check_answer(kserve::scratch_bound(sample.bytes, sample.options) != 0, "kserve::scratch_bound");
  });
}

Sample without_data() {
  const Sample all = kserve_typical();
  return untouchable(all.bytes.first(*all.options.header_length), page_size(), all.bytes.size(), all.options);
}

}  // namespace

Workloads workloads_kserve() {
  Workloads all;
  const auto add = [&all](std::string_view operation, std::string_view input, auto prepare, bool gated = true) {
    all.push_back({fmt::format("{}/kserve-request/{}", operation, input), prepare, gated});
  };
  add("decode", "typical", [] { return repeated(calls, decode(kserve_typical())); });
  add("decode", "typical-unframed", [] { return repeated(calls, decode(unframed(kserve_typical()))); });
  add("decode", "typical-untouchable", [] { return repeated(calls, decode(without_data())); }, false);
  add("scratch", "typical", [] { return scratch(kserve_typical()); });
  add("scratch", "typical-unframed", [] { return scratch(unframed(kserve_typical())); });
  for (const KserveData& data : kserve_data) {
    const KserveData few{data.datatype, data.elements / 1000};
    add("decode", fmt::format("json-{}", data.datatype), [data] { return decode(kserve_json(data)); }, false);
    add("decode", fmt::format("json-small-{}", data.datatype), [few] { return decode(kserve_json(few)); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
