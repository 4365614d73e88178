// SPDX-License-Identifier: Apache-2.0
// Checks the invariants of a codec on one input.
#include "conformance/testing/invariants.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "conformance/testing/draws.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/message.hpp"

namespace hallmark::conformance {
namespace {

// Memory of exactly `size` bytes: the address sanitizer sees the byte after.
class ExactMemory {
 public:
  explicit ExactMemory(std::uint64_t size) : size_(static_cast<std::size_t>(size)), memory_(new std::byte[size_]) {}

  [[nodiscard]] Scratch scratch() const { return Scratch(std::span(memory_.get(), size_)); }
  [[nodiscard]] Bytes bytes() const { return {memory_.get(), size_}; }
  void fill(int value) { std::memset(memory_.get(), value, size_); }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> memory_;
};

// Collector keeps what is reported, the first with their paths and with their lines of text, until it has enough.
class Collector final : public DiagnosticSink {
 public:
  struct Most {
    std::uint64_t paths = UINT64_MAX;
    std::uint64_t lines = 0;
    std::uint64_t findings = UINT64_MAX;
  };
  Collector(std::vector<Finding>& out, const Most& most) : out_(out), most_(most) { out_.reserve(16); }
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    StringSink path;
    StringSink line;
    if (out_.size() < most_.paths) place.write(path, violation);
    if (out_.size() < most_.lines) DiagnosticText(line).report(violation, severity, place);
    out_.push_back({violation.rule, severity, violation.offset, violation.length, path.take(), line.take()});
    return out_.size() < most_.findings;
  }

 private:
  std::vector<Finding>& out_;
  Most most_;
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
bool same_but_path(const Finding& a, const Finding& b) {
  return a.rule == b.rule && a.severity == b.severity && a.offset == b.offset && a.length == b.length;
}

// Subject is a codec under one set of options, and the first invariant it breaks. Its scratch is allocated once and
// filled only where that matters: under a sanitizer an allocation costs more than decoding a short input, and scratch
// is many times as large as the input.
class Subject {
 public:
  Subject(const Codec& codec, Bytes input, const Options& options, RulesOfOthers others, const Draws& draws)
      : codec_(codec),
        input_(input),
        options_(options),
        others_(others),
        draws_(draws),
        bound_(codec.scratch_bound(input, options)),
        memory_(std::min(bound_, payable())) {}

  // run stops at the first broken invariant; the outcome is then not complete.
  Outcome run() {
    if (bound_ > payable()) fail("scratch is not paid for by the input");
    Outcome outcome;
    outcome.scratch_bound = bound_;
    if (ok()) reporting(outcome);
    if (ok()) agreement(outcome);
    if (ok()) repeating(outcome);
    if (ok()) placement(outcome);
    if (ok()) elsewhere(outcome);
    if (ok()) layout(outcome);
    if (ok()) declared(outcome);
    if (ok()) contents(outcome.verdict == Verdict::valid);
    if (ok()) windowed(outcome);
    if (ok()) cramped(outcome);
    return outcome;
  }
  // run_beside gives the verdict. It stops when these options change no finding of `known`, the outcome under others:
  // they change what decode does only where they change a finding.
  Verdict run_beside(const Outcome& known) {
    if (bound_ > payable()) return run().verdict;
    std::vector<Finding> findings;
    Collector sink(findings, {.paths = 0});
    const bool unchanged =
        validate(input_, sink) == known.verdict && std::ranges::equal(findings, known.findings, same_but_path);
    if (!unchanged) return run().verdict;
    // What contents take depends on limits that no tensor reaches.
    if (options_.limits.max_rank > known_rank) contents(known.verdict == Verdict::valid);
    return known.verdict;
  }
  [[nodiscard]] std::optional<std::string> fault() const {
    return ok() ? std::nullopt : std::optional<std::string>(fault_);
  }

 private:
  [[nodiscard]] bool ok() const { return fault_.empty(); }
  void fail(std::string fault) {
    if (ok()) fault_ = std::move(fault);
  }
  [[nodiscard]] std::uint64_t payable() const { return 64 * (std::uint64_t{input_.size()} + 1); }

  Violation decode(Bytes input, const ExactMemory& memory) {
    Scratch scratch = memory.scratch();
    const Violation violation = codec_.decode(input, scratch, options_);
    if (scratch.used() > bound_) fail("decoding takes more scratch than scratch_bound");
    return violation;
  }
  Verdict validate(Bytes input, DiagnosticSink& sink) {
    Scratch scratch = memory_.scratch();
    const Verdict verdict = codec_.validate(input, scratch, options_, sink);
    if (scratch.used() > bound_) fail("validating takes more scratch than scratch_bound");
    return verdict;
  }

  void reporting(Outcome& outcome) {
    memory_.fill(0x00);
    outcome.decoded = decode(input_, memory_);
    Collector sink(outcome.findings, {.paths = paths_looked_at});
    outcome.verdict = validate(input_, sink);
  }

  // What scratch held before, more of it, and a sink that has enough make no difference.
  void repeating(const Outcome& outcome) {
    ExactMemory larger(bound_ + 256);
    larger.fill(0xff);
    const Violation again = decode(input_, larger);
    if (!same(outcome.decoded, again)) fail("in more scratch, which held other bytes, decode reports " + where(again));
    const std::uint64_t enough = draws_.one_in(2) ? 1 : 1 + draws_.below(outcome.findings.size() + 1);
    std::vector<Finding> seen;
    Collector sink(seen, {.paths = 0, .findings = enough});
    const Verdict verdict = validate(input_, sink);
    if (verdict != outcome.verdict) {
      fail("a sink that has enough gets " + text(to_string(verdict)) + ", another " + text(to_string(outcome.verdict)));
    }
    const std::uint64_t most = std::min<std::uint64_t>(enough, outcome.findings.size());
    if (seen.size() != most || !std::equal(seen.begin(), seen.end(), outcome.findings.begin(), same_but_path)) {
      fail("a sink that has enough after " + std::to_string(enough) + " findings gets others");
    }
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

  // within: the bytes of a violation or a finding are bytes of the input.
  [[nodiscard]] bool within(const auto& found) const {
    return found.offset <= input_.size() && found.length <= input_.size() - found.offset;
  }

  void placement(const Outcome& outcome) {
    for (const Finding& finding : outcome.findings) {
      const auto place = [&] { return where(finding.rule, finding.offset, finding.length); };
      if (!known(finding.rule)) return fail(place() + " is no rule of the format");
      if (!within(finding)) {
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
    Collector sink(findings, {.paths = paths_looked_at});
    const bool same_verdict = validate(input, sink) == outcome.verdict && findings == outcome.findings;
    if (!same_verdict || !same(decode(input, memory_), outcome.decoded))
      fail("at an odd address the result is another");
  }

  // How many calls are enough for a sink: few or, now and then, many.
  [[nodiscard]] std::uint64_t drawn_enough() { return 1 + draws_.below(draws_.one_in(2) ? 4 : 64); }

  void layout(const Outcome& outcome) {
    Scratch scratch = memory_.scratch();
    Scratch again = memory_.scratch();
    const std::uint64_t enough = drawn_enough();
    Cover cover(input_.size(), Shown(enough, false));
    Cover stopped(input_.size(), Shown(enough, true));
    const Violation found = codec_.layout(input_, scratch, options_, cover);
    const std::string fault = cover.fault(outcome.verdict == Verdict::valid);
    if (!fault.empty()) return fail("layout: " + fault);
    if (!same(found, outcome.decoded)) return fail("layout reports " + where(found));
    const Violation stop = codec_.layout(input_, again, options_, stopped);
    if (const std::string other = Shown::fault_of(stopped.shown, cover.shown, stop); !other.empty())
      fail("layout: " + other);
  }

  void declared(const Outcome& outcome) {
    if (codec_.declared_size == nullptr) return;
    Scratch scratch = memory_.scratch();
    const std::uint64_t size = codec_.declared_size(input_, scratch, options_);
    if (outcome.verdict == Verdict::valid && size > input_.size()) fail("a valid input is said to have more bytes");
  }

  // The contents of an invalid input, before its error, keep the same invariants.
  void contents(bool valid) {
    const std::uint64_t bound = contents_bound(memory_);
    if (bound > payable()) return fail("contents are not paid for by the input");
    const ExactMemory memory(bound);
    Scratch scratch = memory.scratch();
    Scratch again = memory.scratch();
    const std::uint64_t enough = drawn_enough();
    Contents contents(input_, memory.bytes(), Shown(enough, false));
    Contents stopped(input_, memory.bytes(), Shown(enough, true));
    if ((codec_.contents(input_, scratch, options_, contents).rule == nullptr) != valid)
      fail("contents give another verdict");
    if (scratch.used() > bound) fail("contents take more scratch than they ask for");
    if (!contents.fault().empty()) return fail("contents: " + contents.fault());
    const Violation stop = codec_.contents(input_, again, options_, stopped);
    if (const std::string other = Shown::fault_of(stopped.shown, contents.shown, stop); !other.empty())
      fail("contents: " + other);
  }

  [[nodiscard]] std::uint64_t contents_bound(const ExactMemory& memory) const {
    Scratch scratch = memory.scratch();
    return codec_.contents_bound(input_, scratch, options_);
  }

  void windowed(const Outcome& outcome) {
    std::uint64_t held = draws_.below(input_.size() + 1);
    for (int again = 0; again < 2 && ok(); ++again) {
      WindowTrial trial = try_window(codec_, input_, options_, outcome, held);
      if (!trial.fault.empty()) fail("of " + std::to_string(held) + " bytes: " + trial.fault);
      held = std::max(held, trial.asked);
    }
  }

  // Some size below a bound, often just below it.
  [[nodiscard]] ExactMemory less_than(std::uint64_t bound) {
    const std::uint64_t near = std::min<std::uint64_t>(bound, 64);
    return ExactMemory(draws_.one_in(4) ? bound - 1 - draws_.below(near) : draws_.below(bound));
  }

  // Too little scratch is no other verdict: it is said, after nothing but what is found with enough, or makes no
  // difference.
  void cramped(const Outcome& outcome) {
    if (bound_ == 0) return;
    const ExactMemory memory = less_than(bound_);
    const ExactMemory three_quarters(bound_ - bound_ / 4);
    for (const ExactMemory* less : {&memory, &three_quarters}) {
      Scratch scratch = less->scratch();
      const Violation decoded = codec_.decode(input_, scratch, options_);
      if (decoded.rule != &exhausted && !same(decoded, outcome.decoded)) {
        return fail("in too little scratch decode reports " + where(decoded) + ", else " + where(outcome.decoded));
      }
      if (!within(decoded)) return fail("in too little scratch decode reports beyond the input: " + where(decoded));
    }
    std::vector<Finding> findings;
    Collector sink(findings, {.paths = 0});
    Scratch scratch = memory.scratch();
    const Verdict verdict = codec_.validate(input_, scratch, options_, sink);
    const bool told = !findings.empty() && findings.back().rule == &exhausted;
    if (told && !within(findings.back())) return fail("validate reports too little scratch outside the input");
    if (told) findings.pop_back();
    const bool known = findings.size() <= outcome.findings.size() &&
                       std::equal(findings.begin(), findings.end(), outcome.findings.begin(), same_but_path);
    if (!known || (!told && (verdict != outcome.verdict || findings.size() != outcome.findings.size()))) {
      return fail("in too little scratch validate says " + text(to_string(verdict)) + " and reports other faults");
    }
    if (told && verdict == Verdict::valid) fail("in too little scratch validate says valid");
    cramped_views(memory, outcome.verdict == Verdict::valid);
  }

  // What is shown in too little scratch ends early, and obeys the same invariants.
  void cramped_views(const ExactMemory& memory, bool valid) {
    Scratch scratch = memory.scratch();
    Cover cover(input_.size());
    (void)codec_.layout(input_, scratch, options_, cover);
    if (const std::string fault = cover.fault(false); !fault.empty()) return fail("layout in little scratch: " + fault);
    if (contents_bound(memory) > payable()) return fail("contents in little scratch are not paid for by the input");
    const std::uint64_t bound = contents_bound(memory_);
    if (bound == 0) return;
    const ExactMemory less = less_than(bound);
    Scratch given = less.scratch();
    Contents contents(input_, less.bytes());
    const bool all = codec_.contents(input_, given, options_, contents).rule == nullptr;
    if (all && !valid) fail("contents in little scratch are valid");
    if (!contents.fault().empty()) fail("contents in little scratch: " + contents.fault());
  }

  static constexpr const Rule& exhausted = rule<"hallmark/scratch-exhausted">;
  static constexpr std::uint32_t known_rank = 255;  // above it some bounds of contents are not those of the default

  const Codec& codec_;
  Bytes input_;
  Options options_;
  RulesOfOthers others_;
  Draws draws_;
  std::uint64_t bound_;
  ExactMemory memory_;
  std::string fault_;
};

Options under(Options options, Profile profile) {
  options.profile = profile;
  return options;
}

// Only the first findings have their paths.
bool same_as_far_as_known(const Finding& a, const Finding& b) {
  return same_but_path(a, b) && (a.path == b.path || a.path.empty() || b.path.empty());
}

bool is_error(const Finding& finding) { return finding.severity == Severity::error; }

// fault_of_findings compares what is said of a window with what is said of the whole input: what is missing lies beyond
// the window, or is a remark about a value that the window cuts: what must read data asks for no more of them. A remark
// is new only where an error is missing.
std::string fault_of_findings(const Outcome& whole, const Outcome& seen, bool asked, std::uint64_t held) {
  const auto may_miss = [&](const Finding& one) {
    return !asked && (is_error(one) ? one.offset : one.offset + std::max<std::uint64_t>(one.length, 1) - 1) >= held;
  };
  auto next = whole.findings.begin();
  std::vector<Finding> added;
  for (const Finding& one : seen.findings) {
    const auto same = [&one](const Finding& other) { return same_as_far_as_known(one, other); };
    const auto found = std::find_if(next, whole.findings.end(), same);
    if (found == whole.findings.end()) {
      added.push_back(one);
      continue;
    }
    if (!std::all_of(next, found, may_miss)) return "a finding is missing before " + where(one.rule, one.offset, 0);
    next = found + 1;
  }
  if (!asked && !std::all_of(next, whole.findings.end(), may_miss)) return "a finding is missing at the end";
  const bool only_valid_here = whole.verdict == Verdict::invalid && seen.verdict != Verdict::invalid;
  if (added.empty() || (only_valid_here && std::ranges::none_of(added, is_error))) return "";
  return where(added[0].rule, added[0].offset, added[0].length) + " is not found in the whole input";
}

}  // namespace

WindowTrial try_window(const Codec& codec, Bytes input, const Options& options, const Outcome& whole,
                       std::uint64_t held) {
  ExactMemory window(held);
  if (held != 0) std::memcpy(window.scratch().room<std::byte>(held).data(), input.data(), held);
  const Input part(window.bytes(), input.size());
  const std::uint64_t bound = codec.scratch_bound(part, options);
  if (bound > whole.scratch_bound) return {"it takes more scratch than the whole input"};
  const ExactMemory memory(bound);
  Scratch first = memory.scratch();
  Scratch second = memory.scratch();
  Scratch third = memory.scratch();
  WindowTrial trial;
  Outcome seen;
  seen.decoded = codec.decode(part, first, options);
  Collector sink(seen.findings, {.paths = paths_looked_at});
  seen.verdict = codec.validate(part, second, options, sink);
  const Finding* const decides = decisive(seen);
  const bool said_short = seen.decoded.rule == &rule<"hallmark/window">;  // whatever limit it met before
  const bool alike = said_short || decides == nullptr || decides->rule == seen.decoded.rule;
  if (verdict_of(seen.decoded) != seen.verdict || !alike) return {"decode and validate differ"};

  const auto ends_with = [&seen](const Rule& rule) {
    const bool found = !seen.findings.empty() && seen.findings.back().rule == &rule;
    if (found) seen.findings.pop_back();
    return found;
  };
  const bool asked = ends_with(rule<"hallmark/window">);
  const bool valid = seen.verdict == Verdict::valid;
  if (said_short) trial.asked = seen.decoded.expected.magnitude;
  if (asked && trial.asked == 0 && seen.verdict != Verdict::invalid) return {"a short window is no finding of decode"};
  if (trial.asked != 0 && (!asked || trial.asked <= held || trial.asked > input.size()))
    return {"it asks for " + std::to_string(trial.asked) + " bytes"};
  if (ends_with(rule<"hallmark/data-unread">) != (valid && !part.whole())) return {"it does not say what is not here"};
  trial.fault = fault_of_findings(whole, seen, asked, held);

  Cover cover(input.size());
  (void)codec.layout(part, third, options, cover);
  if (trial.fault.empty()) trial.fault = cover.fault(valid);
  Scratch fourth = memory.scratch();
  const ExactMemory room(codec.contents_bound(part, fourth, options));
  Scratch fifth = room.scratch();
  Contents contents(part.window, room.bytes());
  if ((codec.contents(part, fifth, options, contents).rule == nullptr) != valid)
    return {"contents give another verdict"};
  if (trial.fault.empty()) trial.fault = contents.fault();
  return trial;
}

Outcome run_codec(const Codec& codec, Bytes input, const Options& options) {
  Outcome outcome;
  outcome.scratch_bound = codec.scratch_bound(input, options);
  ExactMemory memory(outcome.scratch_bound);
  memory.fill(0x5a);
  Scratch first = memory.scratch();
  outcome.decoded = codec.decode(input, first, options);
  Scratch second = memory.scratch();
  Collector sink(outcome.findings, {.lines = paths_looked_at});
  outcome.verdict = codec.validate(input, second, options, sink);
  return outcome;
}

std::optional<std::string> broken_invariant(const Codec& codec, Bytes input, const Options& options,
                                            RulesOfOthers others) {
  Subject subject(codec, input, options, others, Draws(input));
  const Outcome outcome = subject.run();
  if (subject.fault() || outcome.verdict != Verdict::valid || options.profile != Profile::strict) {
    return subject.fault();
  }
  const Outcome lenient = run_codec(codec, input, under(options, Profile::compat));
  if (lenient.verdict == Verdict::valid) return std::nullopt;
  return "strict accepts, compat rejects: " + id_of(lenient.decoded.rule);
}

Trial try_invariants(const Codec& codec, Bytes input, RulesOfOthers others, const Options& options) {
  Draws draws(input);
  Options shallow = under(options, Profile::strict);
  shallow.limits = {small_limit, small_limit};
  Options drawn = under(options, Profile::strict);
  drawn.limits = drawn_limits(draws);
  Subject strict(codec, input, under(options, Profile::strict), others, draws);
  Subject compat(codec, input, under(options, Profile::compat), others, draws);
  Subject limited(codec, input, shallow, others, draws);
  Subject otherwise(codec, input, drawn, others, draws);
  Trial trial;
  trial.strict = strict.run();
  trial.compat = compat.run_beside(trial.strict);
  const Verdict bounded = limited.run_beside(trial.strict);
  const Verdict differently = otherwise.run_beside(trial.strict);
  for (const Subject* subject : {&strict, &compat, &limited, &otherwise}) {
    if (!trial.fault) trial.fault = subject->fault();
  }
  const bool valid = trial.strict.verdict == Verdict::valid;
  const bool tolerated = trial.compat == Verdict::valid;
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
  // Of drawn limits some are larger than the defaults: what those hide may come to light.
  const bool judged = differently != Verdict::limited && trial.strict.verdict != Verdict::limited;
  demand(!judged || differently == trial.strict.verdict, "limits that are not reached change a verdict");
  return trial;
}

}  // namespace hallmark::conformance
