// SPDX-License-Identifier: Apache-2.0
// hallmark inspect: print the contents, the byte layout or the statistics of files.
#include <fmt/format.h>

#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/config.hpp"
#include "conformance/program/examining.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/show/inspection.hpp"

namespace hallmark::program {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct InspectSettings {
  std::vector<std::string> paths;
  ExaminerSettings examiner;
  std::string profile;
  bool no_config = false;
  show::InspectionStyle style;
};

void inspect(const InspectSettings& settings, ExitCode& exit) {
  Output output("");
  Examiner examiner(settings.examiner);
  show::InspectionStyle style = settings.style;
  style.colour = output.colours();
  style.columns = output.columns();
  show::Inspection inspection(style, settings.examiner.bounds.max_alloc, output);
  for (const std::string& path : settings.paths) {
    InputReport report = examiner.examine({.path = path, .problem = "", .standard_input = path == "-"});
    for (bool more = true; more;) {
      inspection.show(examiner, report);
      const bool holds = examiner.confirm(report);
      if (!holds) {
        // What was printed is not to be trusted.
        output.flush();
        warn(fmt::format("hallmark: {}: {}\n", reports::subject(report), report.diagnostics.front().message));
      }
      if (report.verdict == InputVerdict::invalid) exit.add(Exit::invalid);
      if (report.verdict != InputVerdict::invalid && report.verdict != InputVerdict::valid) exit.add(Exit::not_checked);
      more = holds && examiner.next(report);
    }
  }
  output.finish();
}

}  // namespace

void add_inspect(CLI::App* command, Program& program) {
  auto settings = std::make_shared<InspectSettings>();
  program.operands.add(*command, "PATH", settings->paths, "Files, or - for standard input");
  add_format(*command, settings->examiner);
  add_detecting(*command, settings->examiner, settings->profile);
  add_no_config(*command, settings->no_config);
  auto* json = command->add_flag("--json", settings->style.json, "Print JSON: one line for each input, with its values")
                   ->option_text(" ");
  auto* layout =
      command->add_flag("--layout", settings->style.layout, "Print every byte range with its field")->option_text(" ");
  auto* stats = command
                    ->add_flag("--stats", settings->style.stats,
                               "Print elements, min, max, mean, median, std, histogram of each tensor")
                    ->excludes(layout)
                    ->option_text(" ");
  command->add_flag("--tokens", settings->style.tokens, "Print the vocabulary of a model, a line for each token")
      ->excludes(json)
      ->excludes(layout)
      ->excludes(stats)
      ->option_text(" ");
  command->add_flag("--sha256", settings->style.sha256, "With --json: the SHA-256 of each tensor in place of its data")
      ->needs(json)
      ->excludes(layout)
      ->excludes(stats)
      ->option_text(" ");
  command->footer(formats_line() +
                  "Of an invalid file, what comes before its first error is shown.\n"
                  "Exit codes: 0 valid, 1 invalid, 2 could not be read or is not supported.");
  command->callback([settings, &program] {
    check_format(settings->examiner.format, settings->examiner.header_length.has_value());
    apply(settings->no_config ? Config{} : find_config(), settings->profile, settings->examiner);
    inspect(*settings, program.exit);
  });
}

}  // namespace hallmark::program
