#include "conformance/kit/examine.hpp"

#include "conformance/kit/rules.hpp"
#include "conformance/kit/scratch_memory.hpp"
#include "conformance/kit/text.hpp"

namespace hallmark::kit {
namespace {

// Keeps at most max_errors errors and as many remarks. The decisive error is always among the errors kept, even where
// it came after the bound was reached.
class Collector final : public DiagnosticSink {
 public:
  Collector(Examination& out, std::uint64_t max_errors) : out_(out), max_errors_(max_errors) {}

  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    if (severity != Severity::error) return remark(violation, severity, place);
    const Verdict leads_to = verdict_of(violation.rule->kind);
    const bool decides = outranks(leads_to, seen_);
    if (decides) seen_ = leads_to;
    if (errors_ < max_errors_) {
      ++errors_;
      last_error_ = out_.diagnostics.size();
      out_.diagnostics.push_back(reports::describe(violation, severity, path_of(place, violation)));
      return true;
    }
    out_.more = true;
    if (decides && errors_ > 0) {
      out_.diagnostics.erase(out_.diagnostics.begin() + static_cast<std::ptrdiff_t>(last_error_));
      last_error_ = out_.diagnostics.size();
      out_.diagnostics.push_back(reports::describe(violation, severity, path_of(place, violation)));
    }
    return seen_ != Verdict::invalid;
  }

 private:
  bool remark(const Violation& violation, Severity severity, const Place& place) {
    if (remarks_ < max_errors_) {
      ++remarks_;
      out_.diagnostics.push_back(reports::describe(violation, severity, path_of(place, violation)));
    } else {
      out_.more_remarks = true;
    }
    return true;
  }

  Examination& out_;
  std::uint64_t max_errors_;
  std::uint64_t errors_ = 0;
  std::uint64_t remarks_ = 0;
  std::size_t last_error_ = 0;
  Verdict seen_ = Verdict::valid;
};

const Rule* rule_named(const Codec& codec, std::string_view id) {
  for (const Rule* rule : codec.rules) {
    if (rule->id == id) return rule;
  }
  for (const Rule* rule : rules) {
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
