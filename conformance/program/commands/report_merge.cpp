// hallmark report merge: results of several runs as one file.
#include <algorithm>
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/output.hpp"
#include "conformance/suite/merge.hpp"

namespace hallmark::program {
namespace {

struct ReportMergeSettings {
  std::vector<std::string> results;
  std::string output;
};

reports::ValidationReport joined(std::vector<reports::ValidationReport> reports) {
  reports::ValidationReport all = std::move(reports.front());
  for (auto one = reports.begin() + 1; one != reports.end(); ++one) {
    if (one->profile != all.profile) {
      throw BadResult("the reports of validate are of different profiles; they cannot be one report");
    }
    std::move(one->inputs.begin(), one->inputs.end(), std::back_inserter(all.inputs));
    all.summary.skipped += one->summary.skipped;
  }
  std::ranges::stable_sort(all.inputs, {}, &reports::InputReport::path);
  const std::uint64_t skipped = all.summary.skipped;
  all.summary = {};
  all.summary.skipped = skipped;
  for (const reports::InputReport& input : all.inputs) all.summary.add(input);
  return all;
}

// One result stays what it was; several become a matrix.
reports::Json merged(Results results) {
  std::vector<reports::ConformanceResult> conformance = conformance::merged(std::move(results.conformance));
  if (conformance.size() == 1 && results.validations.empty()) return to_json(conformance.front());
  if (conformance.empty()) return to_json(joined(std::move(results.validations)));
  reports::Json all = reports::Json::array();
  for (const reports::ConformanceResult& one : conformance) all.push_back(to_json(one));
  reports::Json validations = reports::Json::array();
  if (!results.validations.empty()) validations.push_back(to_json(joined(std::move(results.validations))));
  return {{"matrix_version", 1}, {"results", std::move(all)}, {"validations", std::move(validations)}};
}

void write(const ReportMergeSettings& settings) {
  const reports::Json json = merged(read_results(settings.results));
  Output output(settings.output);
  output.write(json.dump(1) + "\n");
  output.finish();
}

}  // namespace

void add_report_merge(CLI::App& report, Program& program) {
  auto settings = std::make_shared<ReportMergeSettings>();
  CLI::App* command = report.add_subcommand("merge", "Join shards of a run, and implementations into one matrix");
  program.operands.add(*command, "RESULT", settings->results,
                       "Output of conform, validate --report json or merge; - for standard input");
  command->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  command->footer(
      "Shards are results of the same implementation, by name, version and language, each with other vectors.\n"
      "Example: hallmark report merge shard-*/result.json -o result.json");
  command->callback([settings] { write(*settings); });
}

}  // namespace hallmark::program
