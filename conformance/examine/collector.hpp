// Collector: the diagnostic sink of an examination, for whole inputs and for bodies of messages.
#pragma once

#include "conformance/examine/examine.hpp"
#include "conformance/model/path_text.hpp"

namespace hallmark::conformance {

// Keeps at most max_errors errors, and as many warnings and notes. The decisive error is always kept, even if it comes
// after the limit was reached. Of an invalid input the rest is counted, up to most_counted; then the codec is stopped.
class Collector final : public DiagnosticSink {
 public:
  Collector(Examination& out, std::uint64_t max_errors) : out_(out), max_errors_(max_errors) {}

  // part sets what the offsets of the next findings count in.
  void part(reports::Part part) noexcept { part_ = part; }

  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    if (severity != Severity::error) return remark(violation, severity, place);
    const Verdict leads_to = verdict_of(violation.rule->kind);
    const bool decides = outranks(leads_to, seen_);
    if (decides) seen_ = leads_to;
    if (errors_ < max_errors_) {
      ++errors_;
      last_error_ = out_.diagnostics.size();
      keep(violation, severity, place);
      return true;
    }
    hold_back();
    if (decides && errors_ > 0) {
      out_.diagnostics.erase(out_.diagnostics.begin() + static_cast<std::ptrdiff_t>(last_error_));
      last_error_ = out_.diagnostics.size();
      keep(violation, severity, place);
    }
    return seen_ != Verdict::invalid || out_.more >= 0;
  }

 private:
  static constexpr std::int64_t most_counted = 1 << 16;

  bool remark(const Violation& violation, Severity severity, const Place& place) {
    if (remarks_ < max_errors_) {
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
  void keep(const Violation& violation, Severity severity, const Place& place) {
    out_.diagnostics.push_back(reports::describe(violation, severity, path_of(place, violation)));
    out_.diagnostics.back().part = part_;
  }

  Examination& out_;
  std::uint64_t max_errors_;
  reports::Part part_ = reports::Part::whole;
  std::uint64_t errors_ = 0;
  std::uint64_t remarks_ = 0;
  std::size_t last_error_ = 0;
  Verdict seen_ = Verdict::valid;
};

// examine_body runs a codec over a body. Its scratch memory is added to that of the examination.
[[nodiscard]] Verdict examine_body(const Codec& codec, Bytes body, const Options& options, const Bounds& bounds,
                                   Collector& collector, Examination& examination);

}  // namespace hallmark::conformance
