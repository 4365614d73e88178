// SPDX-License-Identifier: Apache-2.0
// Fuzz target: how `hallmark validate` judges the bytes of an input: decompression, detection of the format, choice of
// a layout, examination of bodies and HTTP messages; and its reports as text and as lines of JSON. Findings lie in the
// input, and text is fit for a terminal. The other forms of a report are the target `forms`.
#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/examine.hpp"
#include "fuzz/program/judged.hpp"

namespace hallmark::fuzz {
namespace {

using reports::Diagnostic;
using reports::ReportForm;
using reports::ValidationWriter;

void check_findings(const InputReport& report, const Examiner& examiner) {
  bool errors = false;
  for (const Diagnostic& one : report.diagnostics) {
    errors = errors || one.severity == Severity::error;
    const std::uint64_t size = one.part == reports::Part::body ? examiner.body().size() : examiner.bytes().size();
    invariant(report.verdict == InputVerdict::unreadable || (one.offset <= size && one.length <= size - one.offset),
              "a finding lies in the input");
    invariant(!one.rule.empty() && !one.message.empty(), "a finding has a rule and a message");
    invariant(conformance::fault_of_path(one.path).empty(), "a path is text");
  }
  invariant((report.verdict == InputVerdict::valid) == !errors, "an input is valid if it has no errors");
  if (report.verdict == InputVerdict::unreadable || examiner.codec() == nullptr) return;
  conformance::Examination found{.diagnostics = report.diagnostics};
  for (const Verdict one : {Verdict::valid, Verdict::invalid, Verdict::unsupported, Verdict::limited}) {
    if (reports::input_verdict(one) == report.verdict) found.verdict = one;
  }
  invariant((conformance::decisive(found, *examiner.codec()) == nullptr) == !errors,
            "an input that is not valid has a decisive error");
}

// Whoever judges inputs keeps its memory for the next one: here for the life of the target, as `validate` does.
class Judge {
 public:
  explicit Judge(ExaminerSettings settings) : settings_(std::move(settings)), examiner_(settings_) {}

  void judge(Bytes input, bool with_lines) {
    reports::Summary summary;
    std::string printed = text_.opening();
    for_each_report(examiner_, input, [&](const InputReport& report) {
      check_findings(report, examiner_);
      summary.add(report);
      printed += text_.separator(summary.inputs == 1);
      printed += text_.input(report, examiner_.bytes(), examiner_.body());
      if (!with_lines) return;
      const std::string line = lines_.input(report, examiner_.bytes(), examiner_.body());
      invariant(line.ends_with('\n'), "a line ends");
      invariant(parsed_line({line.data(), line.size() - 1}) == to_json(report), "a line is the report of its input");
    });
    check_printed(printed + text_.closing(summary, true));
  }

 private:
  ExaminerSettings settings_;
  Examiner examiner_;
  ValidationWriter text_{{.form = ReportForm::text, .profile = settings_.options.profile, .columns = narrow_columns}};
  ValidationWriter lines_{{.form = ReportForm::ndjson, .profile = settings_.options.profile}};
};

ExaminerSettings bounded() {
  ExaminerSettings settings;
  settings.bounds.max_alloc = most_memory;
  return settings;
}

ExaminerSettings lenient() {
  ExaminerSettings settings = bounded();
  settings.bounds.max_errors = 2;
  settings.bounds.data = true;
  settings.options.profile = Profile::compat;
  return settings;
}

// Every error is a warning, findings are counted by rule, and the data are read.
ExaminerSettings counting() {
  ExaminerSettings settings = bounded();
  settings.bounds.warned = conformance::all_rules();
  settings.bounds.count = true;
  settings.bounds.data = true;
  return settings;
}

}  // namespace

void run_target(const Block& input) {
  static Judge judges[]{Judge(bounded()), Judge(lenient()), Judge(counting())};
  // Lines of JSON take longer than all else, and are alike under all settings; counting finds what strict does.
  const std::uint64_t drawn = hash_of(input.view()) % 8;
  const std::size_t tried = drawn % 2 == 0 ? std::size(judges) : std::size(judges) - 1;
  for (std::size_t i = 0; i < tried; ++i) judges[i].judge(input.view(), i == drawn);
}

}  // namespace hallmark::fuzz
