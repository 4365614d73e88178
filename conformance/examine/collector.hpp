// SPDX-License-Identifier: Apache-2.0
// Collector: the diagnostic sink of an examination, for whole inputs and for bodies of messages.
#pragma once

#include <algorithm>
#include <exception>
#include <vector>

#include "conformance/examine/examine.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/model/path_text.hpp"

namespace hallmark::conformance {

// Keeps at most max_errors errors, and as many warnings and notes; or the first finding of each rule, counted. The
// decisive error is always kept, even if it comes after the limit was reached. Of an invalid input the rest is counted,
// up to most_counted; then the codec is stopped.
class Collector final : public DiagnosticSink {
 public:
  Collector(Examination& out, const Bounds& bounds) : out_(out), bounds_(bounds) {}

  // part sets what the offsets of the next findings count in.
  void part(reports::Part part) noexcept { part_ = part; }

  // verdict is that of the errors so far: errors that are only warned of have no part in it.
  [[nodiscard]] Verdict verdict() const noexcept { return seen_; }

  // Codecs are noexcept: report keeps an exception and ends the reports, and check rethrows it.
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override try {
    return take(violation, severity, place);
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
  // The same from what may throw; the message goes on with `more`, which no number says.
  void report(const Violation& violation, Severity severity, const Place& place, const std::string& more) {
    more_ = more;
    (void)take(violation, severity, place);
    more_.clear();
  }
  // limit adds the error that an input needs more memory than it may have.
  void limit(std::uint64_t needed, std::uint64_t most) {
    out_.diagnostics.push_back(
        reports::describe({&rule<"hallmark/max-alloc">, 0, 0, needed, most, ""}, Severity::error, ""));
  }
  void check() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::int64_t most_counted = 1 << 16;

  bool take(const Violation& violation, Severity severity, const Place& place) {
    if (severity == Severity::error && warned(*violation.rule)) severity = Severity::warning;
    const Verdict leads_to = severity == Severity::error ? verdict_of(violation.rule->kind) : Verdict::valid;
    const bool decides = outranks(leads_to, seen_);
    if (decides) seen_ = leads_to;
    if (bounds_.count) return count(violation, severity, place);
    if (severity != Severity::error) return remark(violation, severity, place);
    if (errors_ < bounds_.max_errors) {
      ++errors_;
      last_error_ = keep(violation, severity, place);
      return true;
    }
    hold_back();
    if (decides && errors_ > 0) {
      out_.diagnostics.erase(out_.diagnostics.begin() + static_cast<std::ptrdiff_t>(last_error_));
      last_error_ = keep(violation, severity, place);
    }
    return seen_ != Verdict::invalid || out_.more >= 0;
  }
  [[nodiscard]] bool warned(const Rule& rule) const noexcept {
    return rule.kind == Kind::invalid && std::ranges::find(bounds_.warned, &rule) != bounds_.warned.end();
  }
  // Rules are few: looking for one costs less than a table of them for each input.
  bool count(const Violation& violation, Severity severity, const Place& place) {
    const auto before = std::ranges::find_if(counted_, [&](const Counted& counted) {
      return counted.rule == violation.rule && counted.severity == severity;
    });
    if (before != counted_.end()) {
      ++out_.diagnostics[before->index].times;
    } else {
      counted_.push_back({violation.rule, severity, out_.diagnostics.size()});
      keep(violation, severity, place);
    }
    return true;
  }
  bool remark(const Violation& violation, Severity severity, const Place& place) {
    if (remarks_ < bounds_.max_errors) {
      ++remarks_;
      keep(violation, severity, place);
    } else {
      hold_back();
    }
    return true;
  }
  void hold_back() noexcept {
    if (out_.more >= 0) out_.more = out_.more < most_counted ? out_.more + 1 : -1;
  }
  // keep returns the index of the diagnostic.
  std::size_t keep(const Violation& violation, Severity severity, const Place& place) {
    out_.diagnostics.push_back(reports::describe(violation, severity, path_of(place, violation)));
    out_.diagnostics.back().part = part_;
    out_.diagnostics.back().message += more_;
    return out_.diagnostics.size() - 1;
  }

  struct Counted {
    const Rule* rule;
    Severity severity;
    std::size_t index;  // in the diagnostics
  };

  Examination& out_;
  const Bounds& bounds_;
  reports::Part part_ = reports::Part::whole;
  std::string more_;
  std::uint64_t errors_ = 0;
  std::uint64_t remarks_ = 0;
  std::size_t last_error_ = 0;  // index in the diagnostics
  std::vector<Counted> counted_;
  Verdict seen_ = Verdict::valid;
  std::exception_ptr failure_;
};

// examine_body runs a codec over a body and returns the verdict of all that the collector got. Its scratch memory is
// added to that of the examination.
[[nodiscard]] Verdict examine_body(const Codec& codec, hallmark::Input body, const Options& options,
                                   const Bounds& bounds, Collector& collector, Examination& examination);

}  // namespace hallmark::conformance
