// hallmark report: render results of conform and validate.
#include "conformance/program/commands/report.hpp"

#include <fmt/format.h>

#include "conformance/program/output.hpp"
#include "conformance/suite/vector_details.hpp"

namespace hallmark::program {

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

void add_report(CLI::App* command, Program& program) {
  command->require_subcommand(1);
  add_report_html(*command, program);
  add_report_site(*command, program);
  add_report_forms(*command, program);
  add_report_merge(*command, program);
  add_report_diff(*command, program);
}

}  // namespace hallmark::program
