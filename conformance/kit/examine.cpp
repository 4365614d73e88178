#include "conformance/kit/examine.hpp"

#include "conformance/http/rules.hpp"
#include "conformance/kit/collector.hpp"
#include "conformance/kit/rules.hpp"
#include "conformance/kit/scratch_memory.hpp"

namespace hallmark::kit {
namespace {

const Rule* rule_named(const Codec& codec, std::string_view id) {
  for (const Rule* rule : codec.rules) {
    if (rule->id == id) return rule;
  }
  for (const Rule* rule : rules) {
    if (rule->id == id) return rule;
  }
  for (const Rule* rule : http::rules) {
    if (rule->id == id) return rule;
  }
  // A format may report rules of another (`bson` those of `bson-vector`).
  for (const Codec* other : all_codecs()) {
    for (const Rule* rule : other->rules) {
      if (rule->id == id) return rule;
    }
  }
  return nullptr;
}

}  // namespace

Examination examine(const Codec& codec, Bytes input, const Options& options, const Bounds& bounds) {
  Examination examination;
  const std::uint64_t needed = codec.scratch_bound(input, options);
  if (needed > bounds.max_alloc) {
    examination.verdict = Verdict::limited;
    examination.diagnostics.push_back(
        reports::describe({&rule::max_alloc, 0, 0, needed, bounds.max_alloc, ""}, Severity::error, ""));
    return examination;
  }
  thread_local ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  Collector collector(examination, bounds.max_errors);
  examination.verdict = codec.validate(input, scratch, options, collector);
  examination.scratch = scratch.used();
  return examination;
}

const reports::Diagnostic* decisive(const Examination& examination, const Codec& codec) {
  for (const reports::Diagnostic& diagnostic : examination.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    const Rule* rule = rule_named(codec, diagnostic.rule);
    if (rule != nullptr && verdict_of(rule->kind) == examination.verdict) return &diagnostic;
  }
  return nullptr;
}

}  // namespace hallmark::kit
