// SPDX-License-Identifier: Apache-2.0
// hallmark report: render results of conform and validate.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/excerpts.hpp"
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
  std::string fail_on = "worse";
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

void html(const ReportSettings& settings, Program& program) {
  Results results = read_results(settings.results, program.corpus);
  const reports::Details details = details_of(program.corpus);
  PageFolder folder(settings.output);
  Excerpts excerpts;
  reports::PageOptions pages = settings.pages;
  if (!pages.published) {
    pages.excerpt = [&excerpts](const auto& input, const auto& finding) { return excerpts.of(input, finding); };
  }
  reports::report_pages(std::move(results.conformance), std::move(results.validations), details, pages, folder.sink());
  folder.finish();
}

void site(const ReportSettings& settings, Program& program) {
  Results results = read_results(settings.results, program.corpus);
  if (!results.validations.empty()) {
    throw UsageError("report site takes results of conform; a report of validate says nothing about an implementation");
  }
  const reports::Details details = details_of(program.corpus);
  PageFolder folder(settings.output);
  reports::site_pages(std::move(results.conformance), details, folder.sink());
  folder.finish();
}

std::string sarif(const ReportSettings& settings, Program& program) {
  return reports::sarif_text(read_results(settings.results, program.corpus), conformance::rule_details().rules);
}

std::string junit(const ReportSettings& settings, Program& program) {
  return reports::junit(read_results(settings.results, program.corpus));
}

std::string github(const ReportSettings& settings, Program& program) {
  return reports::annotations(read_results(settings.results, program.corpus));
}

std::string markdown(const ReportSettings& settings, Program& program) {
  return reports::markdown(read_results(settings.results, program.corpus), conformance::rule_details().rules);
}

std::string badge(const ReportSettings& settings, Program& program) {
  const reports::Badge badge = reports::badge_of(read_results(settings.results, program.corpus));
  return settings.json ? reports::endpoint(badge).dump(2) + "\n" : reports::svg(badge);
}

std::string merge(const ReportSettings& settings, Program& program) {
  return conformance::merged_json(read_results(settings.results, program.corpus)).dump(1) + "\n";
}

std::string diff(const ReportSettings& settings, Program& program) {
  if (settings.results.size() != 2) throw UsageError("report diff takes two results: OLD and NEW");
  const Results older = read_results({settings.results[0]}, program.corpus);
  const Results newer = read_results({settings.results[1]}, program.corpus);
  if (older.conformance.empty() != newer.conformance.empty() || older.validations.size() != newer.validations.size()) {
    throw std::runtime_error("one is a result of conform and the other of validate: they cannot be compared");
  }
  std::vector<reports::Change> changes = reports::diff(older.conformance, newer.conformance);
  for (std::size_t i = 0; i < older.validations.size(); ++i) {
    for (reports::Change& one : reports::diff(older.validations[i], newer.validations[i])) {
      changes.push_back(std::move(one));
    }
  }
  const bool any = settings.fail_on == "any" && !changes.empty();
  if (any || std::ranges::any_of(changes, &reports::Change::bad)) program.exit.add(Exit::invalid);
  return reports::text(changes);
}

// written writes the text of a report.
template <std::string (*render)(const ReportSettings& settings, Program& program)>
void written(const ReportSettings& settings, Program& program) {
  OutputFile(settings.output).must_not_be(settings.results);
  write_output(settings.output, render(settings, program));
}

// Form is a subcommand, which writes a file, or a folder of pages if `folder` is set.
struct Form {
  const char* name;
  const char* purpose;
  void (*write)(const ReportSettings& settings, Program& program);
  const char* footer = nullptr;      // null: that of the program
  const char* folder = nullptr;      // help of -o
  const char* results = any_result;  // help of its operands
  Operands::Number number = Operands::Number::some;
};

constexpr Form forms[] = {
    {"html", "Write a folder of HTML pages", html,
     "Example: hallmark report html a/result.json b/result.json -o report\n"
     "DIR may hold an earlier report, which is replaced; other files in it are kept.\n"
     "Of files that are there as they were validated, pages show the bytes around each finding.",
     "Write DIR/index.html and the pages that it links to"},
    {"site", "Write a page for each rule, and an index", site,
     "Example: hallmark report site -o site\n"
     "Built with -DHALLMARK_SITE=ADDRESS, explain and reports link to the pages there.",
     "Write DIR/index.html and DIR/rules/<family>/<rule>.html",
     "result.json of conform: the pages say who breaks a rule", Operands::Number::any},
    {"sarif", "Write SARIF 2.1.0, for code scanning", written<sarif>,
     "Example: hallmark validate --report json models | hallmark report sarif - -o findings.sarif"},
    {"junit", "Write JUnit XML, for the test results of a CI system", written<junit>},
    {"github", "Write annotations for GitHub Actions", written<github>,
     "Run it in a step of a workflow: GitHub reads the annotations from its standard output."},
    {"markdown", "Write a summary in Markdown", written<markdown>,
     "Example: hallmark report markdown report/result.json >> $GITHUB_STEP_SUMMARY"},
    {"badge", "Write a badge as SVG", written<badge>},
    {"merge", "Join shards of a run, and implementations into one matrix", written<merge>,
     "Shards are results of the same implementation, by name, version and language, each with other vectors.\n"
     "Example: hallmark report merge shard-*/result.json -o result.json",
     nullptr, "Output of conform, validate --report json or merge; - for standard input"},
    {"diff", "Print what changed between two results", written<diff>,
     "Bad news comes first: worse verdicts, then vectors or findings that are worse or gone. Exit codes: 0 nothing\n"
     "became worse, 1 something did, or with --fail-on any something changed, 2 a result cannot be read.",
     nullptr, "OLD and NEW: results of conform, validate or merge"},
};

}  // namespace

void add_report(CLI::App* report, Program& program) {
  report->require_subcommand(1);
  for (const Form& form : forms) {
    auto settings = std::make_shared<ReportSettings>();
    CLI::App* command = report->add_subcommand(form.name, form.purpose);
    program.operands.add(*command, "RESULT", settings->results, form.results, form.number);
    const bool pages = form.folder != nullptr;
    command->add_option("-o", settings->output, pages ? form.folder : "Write to FILE instead of standard output")
        ->required(pages)
        ->option_text(pages ? "DIR" : "FILE");
    if (form.write == html) {
      command->add_flag("--published", settings->pages.published,
                        "Leave out standard error, folders, and what may be a security problem");
    }
    if (form.write == written<diff>) {
      command->add_option("--fail-on", settings->fail_on, "worse or any: exit with 1 on such changes; default worse")
          ->check(CLI::IsMember({"worse", "any"}))
          ->option_text("WHAT");
    }
    if (form.write == written<badge>) {
      command->add_flag("--json", settings->json, "Write the JSON that the endpoint badge of shields.io reads");
    }
    if (form.footer != nullptr) command->footer(form.footer);
    command->callback([settings, &form, &program] { form.write(*settings, program); });
  }
}

}  // namespace hallmark::program
