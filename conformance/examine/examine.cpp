// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/examine.hpp"

#include <algorithm>

#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/collector.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/data.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {
namespace {

// Codecs of tests are not in the registry, and a format may report rules of another (`bson` those of `bson-vector`).
const Rule* rule_of(const Codec& codec, std::string_view id) {
  const Rule* own = rule_named(codec.rules, id);
  return own != nullptr ? own : rule_named(all_rules(), id);
}

}  // namespace

namespace {

Verdict limited(Collector& collector, std::uint64_t memory, const Bounds& bounds) {
  collector.limit(memory, bounds.max_alloc);
  return outranks(collector.verdict(), Verdict::limited) ? collector.verdict() : Verdict::limited;
}

}  // namespace

Verdict examine_body(const Codec& codec, hallmark::Input body, const Options& options, const Bounds& bounds,
                     Collector& collector, Examination& examination) {
  const std::uint64_t taken = examination.scratch;
  const std::uint64_t needed = codec.scratch_bound(body, options);
  if (needed > bounds.max_alloc - std::min(taken, bounds.max_alloc)) return limited(collector, needed + taken, bounds);
  ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  (void)codec.validate(body, scratch, options, collector);
  examination.scratch += scratch.used();
  const std::uint64_t reading = bounds.data ? check_data(codec, body, options, bounds, memory, collector) : 0;
  collector.check();
  if (reading > bounds.max_alloc) return limited(collector, reading, bounds);
  return collector.verdict();
}

Examination examine(const Codec& codec, hallmark::Input input, const Options& options, const Bounds& bounds,
                    const Surroundings& around) {
  Examination examination;
  Collector collector(examination, bounds);
  examination.verdict = examine_body(codec, input, options, bounds, collector, examination);
  const Companions* companions = input.whole() ? companions_of(codec) : nullptr;
  if (companions == nullptr || examination.verdict == Verdict::limited) return examination;
  try {
    if (companions->judge != nullptr && !around.path.empty()) {
      Beside beside(around.path, options, bounds);
      companions->judge(input.window, options, beside, collector);
    }
    if (companions->judge_name != nullptr && around.before != nullptr) {
      companions->judge_name(around.member, *around.before, collector);
    }
    examination.verdict = collector.verdict();
  } catch (const Beside::NeedsMemory& memory) {
    examination.verdict = limited(collector, memory.bytes, bounds);
  }
  return examination;
}

const reports::Diagnostic* decisive(const Examination& examination, const Codec& codec) {
  for (const reports::Diagnostic& diagnostic : examination.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    const Rule* rule = rule_of(codec, diagnostic.rule);
    if (rule != nullptr && verdict_of(rule->kind) == examination.verdict) return &diagnostic;
  }
  return nullptr;
}

}  // namespace hallmark::conformance
