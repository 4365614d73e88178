// decode/kserve-request/<input>: a typical request, the same with an inaccessible payload, and 5 MB of JSON data of
// each datatype. scratch/… measures scratch_bound alone, punctuation/… what it does with long JSON.
#include "hallmark/kserve.hpp"

#include <fmt/format.h>

#include "benchmarks/kserve/inputs.hpp"
#include "codecs/core/processor.hpp"
#include "codecs/kserve/punctuation.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t calls = 1000;

Work decode(const Sample& sample) { return decoding(*codec_named("kserve-request"), sample); }

Work scratch() {
  return repeated(calls, 0, [sample = kserve_typical()](std::uint64_t) {
    clobber_memory();
    check_answer(kserve::scratch_bound(sample.bytes, sample.options) != 0, "kserve::scratch_bound");
  });
}

// What scratch_bound counts in JSON that is not short, with the vectors of this processor or without.
Work punctuation(bool vectors) {
  const Sample sample = kserve_json({"INT32", 450});
  return repeated(calls, sample.bytes.size(), [sample, vectors](std::uint64_t) {
    clobber_memory();
    check_answer(kserve::punctuation_of(sample.bytes, vectors).braces == 2, "kserve::punctuation_of");
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
  add("scratch", "typical", scratch);
  add("punctuation", "portable", [] { return punctuation(false); });
  if (processor_has_vectors()) add("punctuation", "vectors", [] { return punctuation(true); });
  for (const KserveData& data : kserve_data) {
    const KserveData few{data.datatype, data.elements / 1000};
    add("decode", fmt::format("json-{}", data.datatype), [data] { return decode(kserve_json(data)); }, false);
    add("decode", fmt::format("json-small-{}", data.datatype), [few] { return decode(kserve_json(few)); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
