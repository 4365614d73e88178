// Fuzz target: the forms of a report of `hallmark validate`. The JSON in pieces is the report, and reads back as the
// same; JUnit is XML with a test for each input; annotations are fit for a terminal. What takes longer is tried on a
// part of the inputs each: the schema of the JSON, SARIF, Markdown, HTML.
#include "reports/forms.hpp"

#include <filesystem>
#include <pugixml.hpp>

#include "conformance/examine/all_rules.hpp"
#include "conformance/suite/vector_details.hpp"
#include "conformance/testing/schema.hpp"
#include "fuzz/program/judged.hpp"
#include "reports/html.hpp"

namespace hallmark::fuzz {
namespace {

using reports::ReportForm;
using reports::ReportStyle;
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

void check_junit(const ValidationReport& report) {
  const std::string text = reports::junit({{}, {report}});
  pugi::xml_document document;
  invariant(static_cast<bool>(document.load_buffer(text.data(), text.size())), "JUnit is XML");
  std::size_t tests = 0;
  for (const pugi::xml_node suite : document.child("testsuites").children("testsuite")) {
    for ([[maybe_unused]] const pugi::xml_node test : suite.children("testcase")) ++tests;
  }
  invariant(tests == report.inputs.size(), "every input is a test");
}

void check_schema(const Json& whole) {
  // A fuzzing service runs targets where the tree is not.
  static const bool here = std::filesystem::exists(HALLMARK_SOURCE_DIR "/reports/schema/validation.schema.json");
  if (!here) return;
  const std::string breach = testing::breach(whole, "validation.schema.json");
  if (!breach.empty()) std::fprintf(stderr, "%s\n", breach.c_str());
  invariant(breach.empty(), "the report follows its schema");
}

const reports::Details& details() {
  static const reports::Details rules = conformance::rule_details();
  return rules;
}

void check_sarif(const ValidationReport& report) {
  const Json log = Json::parse(reports::sarif_text({{}, {report}}, details().rules));
  invariant(log.at("version") == "2.1.0" && log.at("runs").size() == 1, "a log has one run for a report");
  const Json& run = log.at("runs").front();
  std::size_t findings = 0;
  for (const InputReport& input : report.inputs) findings += input.diagnostics.size();
  invariant(run.at("results").size() == findings, "every finding is a result");
  const std::size_t known = run.at("tool").at("driver").at("rules").size();
  for (const Json& result : run.at("results")) {
    invariant(result.at("ruleIndex").get<std::size_t>() < known, "a result names a rule of the log");
  }
}

// A page must not name a file outside its folder, nor run a script that is not its own.
void check_page(const reports::Page& page) {
  check_printed(page.text);
  invariant(!page.path.empty() && page.path[0] != '/' && page.path.find("..") == std::string::npos,
            "a page lies in its folder");
  invariant(
      page.text.find("javascript:") == std::string::npos || page.text.find("href=\"javascript:") == std::string::npos,
      "no link is a script");
}

void check_forms(Bytes input) {
  const std::uint64_t choice = hash_of(input);
  const Report made = judge(input, settings_of(choice));
  const Json whole = check_json(made);
  check_junit(made.report);
  check_printed(reports::annotations({{}, {made.report}}));
  check_printed(reports::svg(reports::badge_of({{}, {made.report}})));
  switch (choice / 8 % 8) {
    case 0: check_schema(whole); break;
    case 1: check_sarif(made.report); break;
    case 2: check_printed(reports::markdown({{}, {made.report}}, details().rules)); break;
    case 3: reports::report_pages({}, {made.report}, details(), {}, check_page); break;
    default: break;
  }
}

}  // namespace

void run_target(const Block& input) { check_forms(input.view()); }

}  // namespace hallmark::fuzz
