// hallmark report merge: results of several runs as one file.
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/output_file.hpp"
#include "conformance/suite/merge.hpp"

namespace hallmark::program {
namespace {

struct ReportMergeSettings {
  std::vector<std::string> results;
  std::string output;
};

void write(const ReportMergeSettings& settings) {
  OutputFile(settings.output).must_not_be(settings.results);
  const reports::Json json = conformance::merged_json(read_results(settings.results));
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
