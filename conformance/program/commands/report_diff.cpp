// hallmark report diff: what changed between two results.
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/output_file.hpp"
#include "reports/diff.hpp"

namespace hallmark::program {
namespace {

struct ReportDiffSettings {
  std::vector<std::string> results;
  std::string output;
};

void write(const ReportDiffSettings& settings, ExitCode& exit) {
  if (settings.results.size() != 2) throw UsageError("report diff takes two results: OLD and NEW");
  OutputFile(settings.output).must_not_be(settings.results);
  const Results older = read_results({settings.results[0]});
  const Results newer = read_results({settings.results[1]});
  if (older.conformance.empty() != newer.conformance.empty() || older.validations.size() != newer.validations.size()) {
    throw BadResult("one is a result of conform and the other of validate: they cannot be compared");
  }
  std::vector<reports::Change> changes = reports::diff(older.conformance, newer.conformance);
  for (std::size_t i = 0; i < older.validations.size(); ++i) {
    for (reports::Change& one : reports::diff(older.validations[i], newer.validations[i])) {
      changes.push_back(std::move(one));
    }
  }
  if (!changes.empty()) exit.add(Exit::invalid);
  Output output(settings.output);
  output.write(reports::text(changes));
  output.finish();
}

}  // namespace

void add_report_diff(CLI::App& report, Program& program) {
  auto settings = std::make_shared<ReportDiffSettings>();
  CLI::App* command = report.add_subcommand("diff", "Print what changed between two results");
  program.operands.add(*command, "RESULT", settings->results, "OLD and NEW: results of conform, validate or merge");
  command->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  command->footer(
      "Bad news comes first: verdicts, then vectors or findings that are worse or gone. Exit codes: 0 no change,\n"
      "1 changes, 2 a result cannot be read.");
  command->callback([settings, &program] { write(*settings, program.exit); });
}

}  // namespace hallmark::program
