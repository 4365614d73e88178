// Checks the invariants of a codec on one input.
#include "conformance/testing/invariants.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "conformance/testing/invariant_sinks.hpp"

namespace hallmark::conformance {
namespace {

// Memory of exactly `size` bytes, filled with `fill`: the address sanitizer sees the byte behind.
class ExactScratch {
 public:
  explicit ExactScratch(std::uint64_t size, int fill = 0x5a)
      : size_(static_cast<std::size_t>(size)),
        memory_(new std::byte[size_]),
        scratch_(std::span(memory_.get(), size_)) {
    std::memset(memory_.get(), fill, size_);
  }
  [[nodiscard]] Scratch& scratch() { return scratch_; }
  [[nodiscard]] Bytes bytes() const { return {memory_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> memory_;
  Scratch scratch_;
};

class Collector final : public DiagnosticSink {
 public:
  Collector(std::vector<Finding>& out, std::uint64_t paths) : out_(out), paths_(paths) {}
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    StringSink path;
    if (out_.size() < paths_) place.write(path, violation);
    out_.push_back({violation.rule, severity, violation.offset, violation.length, path.take()});
    return true;
  }

 private:
  std::vector<Finding>& out_;
  std::uint64_t paths_;
};

class EnoughAtOnce final : public DiagnosticSink {
 public:
  bool report(const Violation&, Severity, const Place&) noexcept override {
    ++seen_;
    return false;
  }
  [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }

 private:
  std::uint64_t seen_ = 0;
};

std::string text(std::string_view view) { return std::string(view); }
std::string id_of(const Rule* rule) { return text(rule == nullptr ? "no rule" : rule->id); }

std::string where(const Rule* rule, std::uint64_t offset, std::uint64_t length) {
  return id_of(rule) + " at " + std::to_string(offset) + "+" + std::to_string(length);
}
std::string where(const Violation& violation) { return where(violation.rule, violation.offset, violation.length); }

Verdict verdict_of(const Violation& violation) {
  return violation.rule == nullptr ? Verdict::valid : hallmark::verdict_of(violation.rule->kind);
}

// The first error of the kind that gives the verdict. See reports/schema/diagnostic.schema.json.
const Finding* decisive(const Outcome& outcome) {
  for (const Finding& finding : outcome.findings) {
    if (finding.severity == Severity::error && hallmark::verdict_of(finding.rule->kind) == outcome.verdict) {
      return &finding;
    }
  }
  return nullptr;
}

bool holds(std::span<const Rule* const> rules, const Rule* rule) {
  return std::ranges::find(rules, rule) != rules.end();
}

bool same(const Violation& a, const Violation& b) {
  return a.rule == b.rule && (a.rule == nullptr || (a.offset == b.offset && a.length == b.length));
}

// Subject is a codec under one set of options, and the first invariant it breaks.
class Subject {
 public:
  Subject(const Codec& codec, Bytes input, const Options& options, RulesOfOthers others)
      : codec_(codec), input_(input), options_(options), others_(others) {}

  // run stops at the first broken invariant; the outcome is then not complete.
  Outcome run() {
    bound_ = codec_.scratch_bound(input_, options_);
    if (bound_ > 64 * (std::uint64_t{input_.size()} + 1)) fail("scratch is not paid for by the input");
    Outcome outcome;
    if (ok()) decoding(outcome);
    if (ok()) validating(outcome);
    if (ok()) agreement(outcome);
    if (ok()) placement(outcome);
    if (ok()) elsewhere(outcome);
    if (ok()) layout(outcome);
    if (ok()) contents();
    return outcome;
  }
  [[nodiscard]] std::optional<std::string> fault() const {
    return ok() ? std::nullopt : std::optional<std::string>(fault_);
  }

 private:
  [[nodiscard]] bool ok() const { return fault_.empty(); }
  void fail(std::string fault) {
    if (ok()) fault_ = std::move(fault);
  }

  Violation decode(Bytes input, std::uint64_t spare, int fill) {
    ExactScratch memory(bound_ + spare, fill);
    const Violation violation = codec_.decode(input, memory.scratch(), options_);
    if (memory.scratch().used() > bound_) fail("decoding takes more scratch than scratch_bound");
    return violation;
  }
  Verdict validate(Bytes input, DiagnosticSink& sink) {
    ExactScratch memory(bound_);
    const Verdict verdict = codec_.validate(input, memory.scratch(), options_, sink);
    if (memory.scratch().used() > bound_) fail("validating takes more scratch than scratch_bound");
    return verdict;
  }

  void decoding(Outcome& outcome) {
    outcome.decoded = decode(input_, 0, 0x00);
    const Violation filled = decode(input_, 0, 0xff);
    if (!same(outcome.decoded, filled)) fail("in scratch that held other bytes decode reports " + where(filled));
    const Violation spared = decode(input_, 4096, 0x00);
    if (!same(outcome.decoded, spared)) fail("in more scratch decode reports " + where(spared));
  }

  void validating(Outcome& outcome) {
    Collector sink(outcome.findings, paths_looked_at);
    outcome.verdict = validate(input_, sink);
    EnoughAtOnce enough;
    const Verdict verdict = validate(input_, enough);
    if (verdict != outcome.verdict) {
      fail("a sink that has enough at once gets " + text(to_string(verdict)) + ", another " +
           text(to_string(outcome.verdict)));
    }
    if (enough.seen() > 1) fail("a sink that has enough gets more");
  }

  void agreement(const Outcome& outcome) {
    const Violation& decoded = outcome.decoded;
    if (verdict_of(decoded) != outcome.verdict) {
      return fail("decode says " + text(to_string(verdict_of(decoded))) + " (" + id_of(decoded.rule) +
                  "), validate says " + text(to_string(outcome.verdict)));
    }
    Verdict gravest = Verdict::valid;
    for (const Finding& finding : outcome.findings) {
      if (finding.severity != Severity::error) continue;
      if (const Verdict v = hallmark::verdict_of(finding.rule->kind); outranks(v, gravest)) gravest = v;
    }
    if (gravest != outcome.verdict) {
      return fail("validate says " + text(to_string(outcome.verdict)) + ", its findings say " +
                  text(to_string(gravest)));
    }
    const Finding* first = decisive(outcome);
    if (first == nullptr) return;  // valid, as both agree
    if (first->rule != decoded.rule || first->offset != decoded.offset || first->length != decoded.length) {
      fail("decode reports " + where(decoded) + ", validate " + where(first->rule, first->offset, first->length));
    }
  }

  [[nodiscard]] bool known(const Rule* rule) const {
    if (holds(codec_.rules, rule)) return true;
    if (others_) return holds(*others_, rule);
    return std::ranges::any_of(all_codecs(), [rule](const Codec* codec) { return holds(codec->rules, rule); });
  }

  void placement(const Outcome& outcome) {
    for (const Finding& finding : outcome.findings) {
      const auto place = [&] { return where(finding.rule, finding.offset, finding.length); };
      if (!known(finding.rule)) return fail(place() + " is no rule of the format");
      if (finding.offset > input_.size() || finding.length > input_.size() - finding.offset) {
        return fail(place() + " reaches beyond the " + std::to_string(input_.size()) + " bytes of input");
      }
      if (finding.severity != severity_under(*finding.rule, options_.profile)) {
        return fail(place() + " is reported as " + text(to_string(finding.severity)));
      }
      if (const std::string fault = fault_of_path(finding.path); !fault.empty()) return fail(place() + ": " + fault);
    }
  }

  // An odd address in memory that ends where the input ends.
  void elsewhere(const Outcome& outcome) {
    const std::unique_ptr<std::byte[]> memory(new std::byte[input_.size() + 1]);
    if (!input_.empty()) std::memcpy(memory.get() + 1, input_.data(), input_.size());
    const Bytes input(memory.get() + 1, input_.size());
    std::vector<Finding> findings;
    Collector sink(findings, paths_looked_at);
    const bool same_verdict = validate(input, sink) == outcome.verdict && findings == outcome.findings;
    if (!same_verdict || !same(decode(input, 0, 0), outcome.decoded)) fail("at an odd address the result is another");
  }

  void layout(const Outcome& outcome) {
    ExactScratch memory(bound_);
    Cover cover(input_.size());
    codec_.layout(input_, memory.scratch(), options_, cover);
    const std::string fault = cover.fault(outcome.verdict == Verdict::valid);
    if (!fault.empty()) fail("layout: " + fault);
  }

  // The contents of an invalid input, before its error, keep the same invariants.
  void contents() {
    std::uint64_t bound = bound_;
    if (codec_.contents_bound != nullptr) {
      ExactScratch memory(bound_);
      bound = codec_.contents_bound(input_, memory.scratch(), options_);
      if (bound > 64 * (std::uint64_t{input_.size()} + 1)) fail("contents are not paid for by the input");
    }
    ExactScratch memory(bound);
    Contents contents(input_, memory.bytes());
    codec_.contents(input_, memory.scratch(), options_, contents);
    if (memory.scratch().used() > bound) fail("contents take more scratch than they ask for");
    if (!contents.fault().empty()) fail("contents: " + contents.fault());
  }

  const Codec& codec_;
  Bytes input_;
  Options options_;
  RulesOfOthers others_;
  std::uint64_t bound_ = 0;
  std::string fault_;
};

Options under(Options options, Profile profile) {
  options.profile = profile;
  return options;
}

}  // namespace

Outcome run_codec(const Codec& codec, Bytes input, const Options& options) {
  const std::uint64_t bound = codec.scratch_bound(input, options);
  Outcome outcome;
  ExactScratch first(bound);
  outcome.decoded = codec.decode(input, first.scratch(), options);
  ExactScratch second(bound);
  Collector sink(outcome.findings, UINT64_MAX);
  outcome.verdict = codec.validate(input, second.scratch(), options, sink);
  return outcome;
}

std::optional<std::string> broken_invariant(const Codec& codec, Bytes input, const Options& options,
                                            RulesOfOthers others) {
  Subject subject(codec, input, options, others);
  const Outcome outcome = subject.run();
  if (subject.fault() || outcome.verdict != Verdict::valid || options.profile != Profile::strict) {
    return subject.fault();
  }
  const Outcome lenient = run_codec(codec, input, under(options, Profile::compat));
  if (lenient.verdict == Verdict::valid) return std::nullopt;
  return "strict accepts, compat rejects: " + id_of(lenient.decoded.rule);
}

Trial try_invariants(const Codec& codec, Bytes input, RulesOfOthers others, const Options& options) {
  Options shallow = under(options, Profile::strict);
  shallow.limits = {small_limit, small_limit};
  Subject strict(codec, input, under(options, Profile::strict), others);
  Subject compat(codec, input, under(options, Profile::compat), others);
  Subject limited(codec, input, shallow, others);
  Trial trial{strict.run(), compat.run(), std::nullopt};
  const Verdict bounded = limited.run().verdict;
  for (const Subject* subject : {&strict, &compat, &limited}) {
    if (!trial.fault) trial.fault = subject->fault();
  }
  const bool valid = trial.strict.verdict == Verdict::valid;
  const bool tolerated = trial.compat.verdict == Verdict::valid;
  const bool only_compat = std::ranges::all_of(trial.strict.findings, [](const Finding& finding) {
    return finding.severity != Severity::error || finding.rule->compat;
  });
  const auto demand = [&trial](bool holds, const char* fault) {
    if (!holds && !trial.fault) trial.fault = fault;
  };
  demand(!valid || tolerated, "strict accepts, compat rejects");
  demand(!tolerated || only_compat, "compat tolerates more than compat rules");
  demand(bounded != Verdict::valid || valid, "with small limits an input is valid that is not without");
  demand(bounded != Verdict::invalid || trial.strict.verdict == Verdict::invalid, "small limits invent a fault");
  return trial;
}

}  // namespace hallmark::conformance
