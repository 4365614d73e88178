// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the forms of a report of `hallmark validate`. The JSON in pieces is the report, and reads back as the
// same. What takes longer is tried on a part of the inputs each: the schema of the JSON, and the forms of
// `hallmark report`.
#include <filesystem>

#include "conformance/examine/all_rules.hpp"
#include "conformance/testing/schema.hpp"
#include "fuzz/program/rendered.hpp"

namespace hallmark::fuzz {
namespace {

using reports::ReportForm;
using reports::ValidationReport;
using reports::ValidationWriter;

ExaminerSettings settings_of(std::uint64_t choice) {
  ExaminerSettings settings;
  settings.bounds.max_alloc = most_memory;
  if (choice % 2 == 1) settings.options.profile = Profile::compat;
  if (choice / 2 % 4 == 1) settings.bounds.warned = conformance::all_rules();
  if (choice / 2 % 4 == 2) settings.bounds.count = true;
  if (choice / 2 % 4 == 3) settings.bounds.max_errors = 2;
  return settings;
}

// A report, and its JSON as the program writes it: input by input.
struct Report {
  ValidationReport report;
  std::string json;
};

Report judge(Bytes input, const ExaminerSettings& settings) {
  Report out;
  out.report.hallmark = HALLMARK_VERSION;
  out.report.profile = settings.options.profile;
  const ValidationWriter writer({.form = ReportForm::json, .profile = settings.options.profile});
  out.json = writer.opening();
  Examiner examiner(settings);
  for_each_report(examiner, input, [&](InputReport& report) {
    out.json += writer.separator(out.report.inputs.empty());
    out.json += writer.input(report, examiner.bytes(), examiner.body());
    out.report.summary.add(report);
    out.report.inputs.push_back(report);
  });
  out.json += writer.closing(out.report.summary, true);
  return out;
}

Json check_json(const Report& made) {
  const Json whole = Json::parse(made.json, nullptr, false);
  invariant(!whole.is_discarded(), "the report is JSON");
  invariant(whole == reports::to_json(made.report), "the report in pieces is the report");
  invariant(reports::to_json(reports::validation_from(whole)) == whole, "a report reads back as the same report");
  return whole;
}

void check_schema(const Json& whole) {
  // A fuzzing service runs targets where the tree is not.
  static const bool here = std::filesystem::exists(HALLMARK_SOURCE_DIR "/reports/schema/validation.schema.json");
  if (!here) return;
  const std::string breach = testing::breach(whole, "validation.schema.json");
  if (!breach.empty()) std::fprintf(stderr, "%s\n", breach.c_str());
  invariant(breach.empty(), "the report follows its schema");
}

void check_forms(Bytes input) {
  const std::uint64_t choice = hash_of(input);
  const Report made = judge(input, settings_of(choice));
  const Json whole = check_json(made);
  if (choice / 8 % 8 == 0) check_schema(whole);
  if (choice / 8 % 8 < 3) render({{}, {made.report}});
}

}  // namespace

void run_target(const Block& input) { check_forms(input.view()); }

}  // namespace hallmark::fuzz
