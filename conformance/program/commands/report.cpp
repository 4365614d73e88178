// hallmark report: render results of conform and validate.
#include <fmt/format.h>

#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/results.hpp"
#include "conformance/suite/vector_details.hpp"
#include "reports/html.hpp"

namespace hallmark::program {
namespace {

struct Settings {
  std::vector<std::string> results;
  std::string output;
};

// Without a corpus the page lacks the bytes of the vectors, and a warning says so. A folder named with --corpus must
// exist.
reports::Details details_for(const Results& results, const std::string& corpus) {
  if (results.conformance.empty()) return conformance::rule_details();
  try {
    return conformance::report_details(conformance::load_corpus(conformance::find_corpus(corpus)));
  } catch (const conformance::BadCorpus& error) {
    if (!corpus.empty()) throw;
    warn(fmt::format("hallmark: {}; the page is written without the bytes of the vectors\n",
                     reports::escaped(error.what())));
    return conformance::rule_details();
  }
}

void html(const Settings& settings, const std::string& corpus) {
  const Results results = read_results(settings.results);
  const std::string page = reports::html(results.conformance, results.validations, details_for(results, corpus));
  // Opened last, so that an existing page is kept when a result cannot be read.
  Output output(settings.output);
  output.write(page);
  output.finish();
}

}  // namespace

void add_report(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("report", "Render results of conform and validate");
  command->require_subcommand(1);
  CLI::App* page = command->add_subcommand("html", "Write one self-contained HTML page");
  program.operands.add(*page, "RESULT", settings->results,
                       "Output of conform or validate --report json; - for standard input");
  page->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  page->callback([settings, &program] { html(*settings, program.corpus); });
}

}  // namespace hallmark::program
