// hallmark report: render results of conform and validate.
#include <fmt/format.h>

#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/page_folder.hpp"
#include "conformance/program/results.hpp"
#include "conformance/suite/merge.hpp"
#include "conformance/suite/vector_details.hpp"
#include "reports/diff.hpp"
#include "reports/forms.hpp"

namespace hallmark::program {
namespace {

constexpr const char* any_result = "Output of conform or validate --report json; - for standard input";

struct ReportSettings {
  std::vector<std::string> results;
  std::string output;
  bool json = false;
  reports::PageOptions pages;
};

// details_of looks up the vectors of the corpus and the rules. Without a corpus the vectors are missing and a warning
// says so; a folder named with --corpus must exist.
reports::Details details_of(const std::string& corpus) {
  try {
    return conformance::report_details(conformance::load_corpus(conformance::find_corpus(corpus)));
  } catch (const conformance::BadCorpus& error) {
    if (!corpus.empty()) throw;
    warn(fmt::format("hallmark: {}; pages are written without the bytes of the vectors\n",
                     reports::escaped(error.what())));
    return conformance::rule_details();
  }
}

void html(const ReportSettings& settings, const Program& program) {
  Results results = read_results(settings.results);
  const reports::Details details = details_of(program.corpus);
  PageFolder folder(settings.output);
  reports::report_pages(std::move(results.conformance), std::move(results.validations), details, settings.pages,
                        folder.sink());
  folder.finish();
}

void site(const ReportSettings& settings, const Program& program) {
  Results results = read_results(settings.results);
  if (!results.validations.empty()) {
    throw UsageError("report site takes results of conform; a report of validate says nothing about an implementation");
  }
  const reports::Details details = details_of(program.corpus);
  PageFolder folder(settings.output);
  reports::site_pages(std::move(results.conformance), details, folder.sink());
  folder.finish();
}

std::string sarif(const ReportSettings& settings, ExitCode&) {
  return reports::sarif_text(read_results(settings.results), conformance::rule_details().rules);
}

std::string junit(const ReportSettings& settings, ExitCode&) { return reports::junit(read_results(settings.results)); }

std::string github(const ReportSettings& settings, ExitCode&) {
  return reports::annotations(read_results(settings.results));
}

std::string markdown(const ReportSettings& settings, ExitCode&) {
  return reports::markdown(read_results(settings.results), conformance::rule_details().rules);
}

std::string badge(const ReportSettings& settings, ExitCode&) {
  const reports::Badge badge = reports::badge_of(read_results(settings.results));
  return settings.json ? reports::endpoint(badge).dump(2) + "\n" : reports::svg(badge);
}

std::string merge(const ReportSettings& settings, ExitCode&) {
  return conformance::merged_json(read_results(settings.results)).dump(1) + "\n";
}

std::string diff(const ReportSettings& settings, ExitCode& exit) {
  if (settings.results.size() != 2) throw UsageError("report diff takes two results: OLD and NEW");
  const Results older = read_results({settings.results[0]});
  const Results newer = read_results({settings.results[1]});
  if (older.conformance.empty() != newer.conformance.empty() || older.validations.size() != newer.validations.size()) {
    throw std::runtime_error("one is a result of conform and the other of validate: they cannot be compared");
  }
  std::vector<reports::Change> changes = reports::diff(older.conformance, newer.conformance);
  for (std::size_t i = 0; i < older.validations.size(); ++i) {
    for (reports::Change& one : reports::diff(older.validations[i], newer.validations[i])) {
      changes.push_back(std::move(one));
    }
  }
  if (!changes.empty()) exit.add(Exit::invalid);
  return reports::text(changes);
}

// Form is a subcommand that writes one text.
struct Form {
  const char* name;
  const char* purpose;
  const char* results;  // help of its operands
  std::string (*render)(const ReportSettings& settings, ExitCode& exit);
  const char* footer = nullptr;  // null: that of the program
};

constexpr Form forms[] = {
    {"sarif", "Write SARIF 2.1.0, for code scanning", any_result, sarif,
     "Example: hallmark validate --report json models | hallmark report sarif - -o findings.sarif"},
    {"junit", "Write JUnit XML, for the test results of a CI system", any_result, junit},
    {"github", "Write annotations for GitHub Actions", any_result, github,
     "Run it in a step of a workflow: GitHub reads the annotations from its standard output."},
    {"markdown", "Write a summary in Markdown", any_result, markdown,
     "Example: hallmark report markdown report/result.json >> $GITHUB_STEP_SUMMARY"},
    {"badge", "Write a badge as SVG", any_result, badge},
    {"merge", "Join shards of a run, and implementations into one matrix",
     "Output of conform, validate --report json or merge; - for standard input", merge,
     "Shards are results of the same implementation, by name, version and language, each with other vectors.\n"
     "Example: hallmark report merge shard-*/result.json -o result.json"},
    {"diff", "Print what changed between two results", "OLD and NEW: results of conform, validate or merge", diff,
     "Bad news comes first: verdicts, then vectors or findings that are worse or gone. Exit codes: 0 no change,\n"
     "1 changes, 2 a result cannot be read."},
};

void add_form(CLI::App& report, Program& program, const Form& form) {
  auto settings = std::make_shared<ReportSettings>();
  CLI::App* command = report.add_subcommand(form.name, form.purpose);
  program.operands.add(*command, "RESULT", settings->results, form.results);
  command->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  if (form.render == badge) {
    command->add_flag("--json", settings->json, "Write the JSON that the endpoint badge of shields.io reads");
  }
  if (form.footer != nullptr) command->footer(form.footer);
  command->callback([settings, &form, &program] {
    OutputFile(settings->output).must_not_be(settings->results);
    write_output(settings->output, form.render(*settings, program.exit));
  });
}

// PageForm is a subcommand that writes a folder of pages.
struct PageForm {
  const char* name;
  const char* purpose;
  const char* results;
  Operands::Number number;
  const char* folder;  // help of -o
  void (*write)(const ReportSettings& settings, const Program& program);
  const char* footer;
};

constexpr PageForm page_forms[] = {
    {"html", "Write a folder of HTML pages", any_result, Operands::Number::some,
     "Write DIR/index.html and the pages that it links to", html,
     "Example: hallmark report html a/result.json b/result.json -o report\n"
     "DIR may hold an earlier report, which is replaced; other files in it are kept."},
    {"site", "Write a page for each rule, and an index", "result.json of conform: the pages say who breaks a rule",
     Operands::Number::any, "Write DIR/index.html and DIR/rules/<family>/<rule>.html", site,
     "Example: hallmark report site -o site\n"
     "Built with -DHALLMARK_SITE=ADDRESS, explain and reports link to the pages there."},
};

void add_pages(CLI::App& report, Program& program, const PageForm& form) {
  auto settings = std::make_shared<ReportSettings>();
  CLI::App* command = report.add_subcommand(form.name, form.purpose);
  program.operands.add(*command, "RESULT", settings->results, form.results, form.number);
  command->add_option("-o", settings->output, form.folder)->required()->type_name("DIR");
  if (form.write == html) {
    command->add_flag("--published", settings->pages.published,
                      "Leave out standard error, folders, and what may be a security problem");
  }
  command->footer(form.footer);
  command->callback([settings, &form, &program] { form.write(*settings, program); });
}

}  // namespace

void add_report(CLI::App* command, Program& program) {
  command->require_subcommand(1);
  for (const PageForm& form : page_forms) add_pages(*command, program, form);
  for (const Form& form : forms) add_form(*command, program, form);
}

}  // namespace hallmark::program
