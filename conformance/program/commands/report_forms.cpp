// hallmark report sarif, junit, github, markdown, badge: results in the forms that other programs read.
#include <functional>
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/output_file.hpp"
#include "conformance/suite/vector_details.hpp"
#include "reports/forms.hpp"

namespace hallmark::program {
namespace {

using Render = std::string (*)(const Results&);

std::string sarif(const Results& results) {
  return reports::sarif_text(results, conformance::rule_details().rules);
}

std::string markdown(const Results& results) {
  return reports::markdown(results, conformance::rule_details().rules);
}

std::string badge(const Results& results) { return reports::svg(reports::badge_of(results)); }

std::string endpoint(const Results& results) { return reports::endpoint(reports::badge_of(results)).dump(2) + "\n"; }

struct ReportFormsSettings {
  std::vector<std::string> results;
  std::string output;
  bool json = false;
};

CLI::App* add_form(CLI::App& report, Program& program, const char* name, const char* purpose, Render render,
                   Render as_json = nullptr) {
  auto settings = std::make_shared<ReportFormsSettings>();
  CLI::App* command = report.add_subcommand(name, purpose);
  program.operands.add(*command, "RESULT", settings->results,
                       "Output of conform or validate --report json; - for standard input");
  command->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  if (as_json != nullptr) {
    command->add_flag("--json", settings->json, "Write the JSON that the endpoint badge of shields.io reads");
  }
  command->callback([settings, render, as_json] {
    OutputFile(settings->output).must_not_be(settings->results);
    const std::string text = (settings->json ? as_json : render)(read_results(settings->results));
    Output output(settings->output);
    output.write(text);
    output.finish();
  });
  return command;
}

}  // namespace

void add_report_forms(CLI::App& report, Program& program) {
  add_form(report, program, "sarif", "Write SARIF 2.1.0, for code scanning", sarif)
      ->footer("Example: hallmark validate --report json models | hallmark report sarif - -o findings.sarif");
  add_form(report, program, "junit", "Write JUnit XML, for the test results of a CI system", reports::junit);
  add_form(report, program, "github", "Write annotations for GitHub Actions", reports::annotations)
      ->footer("Run it in a step of a workflow: GitHub reads the annotations from its standard output.");
  add_form(report, program, "markdown", "Write a summary in Markdown", markdown)
      ->footer("Example: hallmark report markdown report/result.json >> $GITHUB_STEP_SUMMARY");
  add_form(report, program, "badge", "Write a badge as SVG", badge, endpoint);
}

}  // namespace hallmark::program
