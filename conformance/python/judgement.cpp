// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/judgement.hpp"

#include "conformance/examine/all_rules.hpp"
#include "reports/readers.hpp"

namespace hallmark::python {

using reports::InputVerdict;

InputVerdict Judgement::verdict() const noexcept {
  const reports::Summary& summary = report.summary;
  if (summary.invalid != 0) return InputVerdict::invalid;
  if (summary.limited != 0) return InputVerdict::limited;
  if (summary.unsupported != 0) return InputVerdict::unsupported;
  return summary.unreadable != 0 ? InputVerdict::unreadable : InputVerdict::valid;
}

const reports::Diagnostic* Judgement::error() const noexcept {
  for (const reports::InputReport& input : report.inputs) {
    for (const reports::Diagnostic& diagnostic : input.diagnostics) {
      const Rule* rule = conformance::rule_named(conformance::all_rules(), diagnostic.rule);
      const bool decides = input.verdict == InputVerdict::unreadable ||
                           (rule != nullptr && reports::input_verdict(verdict_of(rule->kind)) == input.verdict);
      if (decides && input.verdict == verdict() && diagnostic.severity == Severity::error) return &diagnostic;
    }
  }
  return nullptr;
}

Judgement judge(const conformance::Source& source, const conformance::ExaminerSettings& settings, bool readers) {
  Judgement judgement;
  judgement.report.hallmark = HALLMARK_VERSION;
  judgement.report.profile = settings.options.profile;
  const reports::ValidationWriter writer({.form = reports::ReportForm::text, .profile = settings.options.profile});
  conformance::Examiner examiner(settings);
  reports::InputReport input = examiner.examine(source);
  for (bool more = true; more;) {
    if (readers) add_readers(input);
    std::string text = writer.input(input, examiner.bytes(), examiner.body());
    const bool holds = examiner.confirm(input);
    if (!holds) text = writer.input(input, {}, {});
    judgement.text += text;
    judgement.report.summary.add(input);
    judgement.report.inputs.push_back(std::move(input));
    more = holds && examiner.next(input);
  }
  judgement.text += writer.closing(judgement.report.summary, true);
  return judgement;
}

std::optional<Judgement> refusal(const std::string& path, std::string_view rule, const std::string& message,
                                 bool unreadable) {
  const Rule* broken = conformance::rule_named(conformance::all_rules(), rule);
  if (broken == nullptr) return std::nullopt;
  reports::InputReport input;
  input.path = path;
  input.verdict = unreadable ? InputVerdict::unreadable : reports::input_verdict(verdict_of(broken->kind));
  input.diagnostics.push_back(reports::describe({broken, 0, 0, {}, {}, ""}, Severity::error, ""));
  input.diagnostics.back().message = message;
  Judgement judgement;
  judgement.report.hallmark = HALLMARK_VERSION;
  const reports::ValidationWriter writer({.form = reports::ReportForm::text});
  judgement.report.summary.add(input);
  judgement.text = writer.input(input, {}, {}) + writer.closing(judgement.report.summary, true);
  judgement.report.inputs.push_back(std::move(input));
  return judgement;
}

}  // namespace hallmark::python
