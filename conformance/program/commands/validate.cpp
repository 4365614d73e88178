// SPDX-License-Identifier: Apache-2.0
// hallmark validate: check files against the rules of their formats.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <new>
#include <thread>

#include "conformance/program/command.hpp"
#include "conformance/program/config.hpp"
#include "conformance/program/inputs.hpp"
#include "conformance/program/interrupts.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/ordered_report.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/progress.hpp"
#include "reports/readers.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {
namespace {

using reports::ReportForm;

struct ValidateSettings {
  std::vector<std::string> paths;
  ExaminerSettings examiner;
  Selection selection;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string report = "text";
  std::string output;
  std::string profile;
  std::string fail_on;
  std::vector<std::string> warn;  // globs over rules
  unsigned threads = 0;
  bool readers = false;
  bool statistics = false;
  bool quiet = false;
  bool verbose = false;
  bool no_config = false;
};

constexpr std::chrono::milliseconds between_looks{50};

// end_interrupted writes what is known and ends the program without waiting for the threads: one of them may be reading
// from a pipe or a slow disk.
[[noreturn]] void end_interrupted(OrderedReport& report, const Inputs& inputs, ExitCode& exit) {
  report.interrupt();
  exit.add(exit_of_interrupt());
  try {
    report.finish(inputs.skipped, inputs.skipped_kinds);
    warn(fmt::format("hallmark: interrupted after {} of {} inputs\n", report.finished(), inputs.found.size()));
  } catch (const ClosedPipe&) {
  } catch (const std::exception& error) {
    warn(fmt::format("hallmark: {}\n", reports::escaped(error.what())));
  }
  std::_Exit(exit.value());
}

// text_of renders a report; one for which there is no memory becomes `unreadable`.
std::string text_of(reports::InputReport& report, Examiner& examiner, const OrderedReport& all) try {
  return all.rendered(report, examiner.bytes(), examiner.body());
} catch (const std::bad_alloc&) {
  examiner.give_up(report);
  return all.rendered(report, {}, {});
}

// examine_input reports an input, or each message in it.
void examine_input(const Input& input, std::size_t index, Examiner& examiner, bool readers, OrderedReport& all) {
  reports::InputReport report = examiner.examine(input);
  for (bool more = true; more && !all.stopped();) {
    if (readers) add_readers(report);
    std::string text = text_of(report, examiner, all);
    const bool holds = examiner.confirm(report);
    if (!holds) text = all.rendered(report, {}, {});
    reports::InputReport next;
    more = holds && examiner.next(next);
    all.add(index, report, std::move(text), !more);
    report = std::move(next);
  }
}

// Each thread takes the next input until none is left or the report is stopped. This one is free to show progress and
// to notice an interrupt.
void examine(const Inputs& inputs, const ValidateSettings& settings, OrderedReport& report, ExitCode& exit) {
  watch_for_interrupts();
  std::atomic<std::size_t> taken = 0;
  const auto work = [&]() noexcept {
    try {
      Examiner examiner(settings.examiner);
      for (std::size_t i = taken++; i < inputs.found.size() && !report.stopped(); i = taken++) {
        examine_input(inputs.found[i], i, examiner, settings.readers, report);
      }
    } catch (...) {
      report.fail(std::current_exception());
    }
  };
  const unsigned threads = settings.threads != 0 ? settings.threads : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = std::min<std::size_t>(threads, inputs.found.size());
  std::vector<std::future<void>> workers;
  workers.reserve(wanted);
  try {
    while (workers.size() < wanted) workers.push_back(std::async(std::launch::async, work));
  } catch (const std::exception&) {
    // The system allows no more threads, or no memory for one; those that run do the work, or this one if there is
    // none.
  }
  if (workers.empty()) work();
  for (const std::future<void>& worker : workers) {
    while (worker.wait_for(between_looks) != std::future_status::ready) {
      if (interrupted()) end_interrupted(report, inputs, exit);
      report.show_progress();
    }
  }
}

void add_exits(const reports::Summary& summary, bool warnings_count, ExitCode& exit) {
  if (summary.inputs == 0) exit.add(Exit::nothing_checked);
  if (summary.invalid != 0 || (warnings_count && summary.warnings != 0)) exit.add(Exit::invalid);
  if (summary.unsupported + summary.limited + summary.unreadable != 0) exit.add(Exit::not_checked);
}

// configure takes from hallmark.toml what the command line does not say.
void configure(ValidateSettings& settings, const Config& config) {
  apply(config, settings.profile, settings.examiner);
  settings.selection.format = settings.examiner.format;
  settings.selection.formats = config.formats;
  settings.selection.include = settings.include.empty() ? config.include : PathGlobs(settings.include);
  settings.selection.exclude = settings.exclude.empty() ? config.exclude : PathGlobs(settings.exclude);
  settings.selection.list_skipped = settings.verbose;
  settings.selection.sizes = Progress::visible(!settings.quiet);
}

// On standard error, so that a report is the same with and without --verbose.
void list_skipped(const Inputs& inputs, const Config& config) {
  std::string text;
  if (!config.file.empty()) text += fmt::format("settings: {}\n", reports::escaped(config.file));
  for (const Skip& skip : inputs.skips) {
    text += fmt::format("skipped: {}: {}\n", reports::escaped(skip.path), skip.reason);
  }
  warn(text);
}

// keep_inputs refuses an output that is read: an input, a list of inputs, the settings.
void keep_inputs(const std::string& output, const Inputs& inputs, const Config& config) {
  const OutputFile file(output);
  for (const Input& input : inputs.found) file.must_not_be(conformance::file_of(input.path));
  file.must_not_be(inputs.lists);
  if (!config.file.empty()) file.must_not_be(config.file);
}

void validate(ValidateSettings& settings, ExitCode& exit) {
  check_format(settings.examiner.format, settings.examiner.header_length.has_value());
  if (settings.statistics && settings.report == "ndjson") throw UsageError("--statistics is text or json, not ndjson");
  const Config config = settings.no_config ? Config{} : find_config();
  configure(settings, config);
  const std::vector<const Rule*> warned = settings.warn.empty() ? rules_to_warn(config.warn, config.file + ": warn")
                                                                : rules_to_warn(settings.warn, "--warn");
  settings.examiner.bounds.warned = warned;
  settings.examiner.bounds.count = settings.statistics;

  Inputs inputs = find_inputs(settings.paths, settings.selection);
  if (settings.examiner.size && inputs.found.size() != 1) {
    throw UsageError(fmt::format("--size is that of one file, not of {}", inputs.found.size()));
  }
  keep_inputs(settings.output, inputs, config);
  if (settings.verbose) list_skipped(inputs, config);
  if (inputs.found.empty() && !settings.include.empty()) {
    warn(fmt::format("hallmark: no file matches --include {}\n",
                     reports::escaped(fmt::format("{}", fmt::join(settings.include, ", ")))));
  }
  const ReportForm form = settings.report == "json"     ? ReportForm::json
                          : settings.report == "ndjson" ? ReportForm::ndjson
                                                        : ReportForm::text;
  reports::ReportStyle style{.form = form,
                             .profile = settings.examiner.options.profile,
                             .colour = false,
                             .quiet = settings.quiet,
                             .config = config.file,
                             .statistics = settings.statistics};
  if (form == ReportForm::json) {
    std::ranges::stable_sort(inputs.found, {}, &Input::path);
  }
  Output output(settings.output);
  style.colour = output.colours();
  style.columns = output.columns();
  OrderedReport report(output, style, inputs.found);
  if (settings.verbose) report.tell_all();
  examine(inputs, settings, report, exit);
  add_exits(report.summary(), settings.fail_on == "warning", exit);
  if (report.finished() != inputs.found.size()) exit.add(Exit::not_checked);
  report.finish(inputs.skipped, inputs.skipped_kinds);
  // Who writes the report to a file sees on the terminal, or in the log of a CI job, what came of it.
  std::error_code none;
  if (!settings.quiet && std::filesystem::is_regular_file(settings.output, none)) {
    warn(reports::text_of(report.summary(), true, {}));
  }
}

}  // namespace

void add_validate(CLI::App* command, Program& program) {
  auto settings = std::make_shared<ValidateSettings>();
  program.operands.add(*command, "PATH", settings->paths,
                       "Files, folders, - (standard input), @LIST (file with paths)");
  add_format(*command, settings->examiner);
  command->add_option("--report", settings->report, "Form of the report: text, json or ndjson")
      ->check(CLI::IsMember({"text", "json", "ndjson"}))
      ->option_text("FORM");
  command->add_option("-o", settings->output, "Write the report to FILE, the summary to standard error")
      ->option_text("FILE");
  command->add_option("-j", settings->threads, "Number of threads; default one per CPU")
      ->check(CLI::Range(1U, 1024U))
      ->option_text("N");
  add_detecting(*command, settings->examiner, settings->profile);
  command->add_option("--max-errors", settings->examiner.bounds.max_errors, "Findings reported per input; default 20")
      ->check(CLI::Range(std::uint64_t{1}, conformance::most_errors))
      ->option_text("N");
  command
      ->add_flag("--data", settings->examiner.bounds.data,
                 "Read the data, too: zeros of a download never filled, NaN, infinity")
      ->option_text(" ");
  command->add_option("--size", settings->examiner.size, "PATH is the beginning of a file of N bytes")
      ->option_text("N");
  command->add_option("--fail-on", settings->fail_on, "warning: exit with 1 on warnings too")
      ->check(CLI::IsMember({"warning"}))
      ->option_text("WHAT");
  repeatable(command->add_option("--warn", settings->warn,
                                 "Make errors of matching rules warnings (kind invalid); repeatable"))
      ->option_text("GLOB");
  auto* readers = command
                      ->add_flag("--readers", settings->readers,
                                 "Name judged readers that take or refuse inputs with such findings")
                      ->option_text(" ");
  command->add_flag("--statistics", settings->statistics, "Count findings by rule, worst first, and list none")
      ->excludes(readers)
      ->option_text(" ");
  repeatable(command->add_option("--include", settings->include,
                                 "In folders, check what matches, and nothing else; repeatable"))
      ->option_text("GLOB");
  repeatable(command->add_option("--exclude", settings->exclude,
                                 "In folders, leave out what matches, --include or not; repeatable"))
      ->option_text("GLOB");
  add_no_config(*command, settings->no_config);
  command->add_flag("--null", settings->selection.null_separated, "Paths in lists are separated by NUL");
  auto* quiet = command->add_flag("--quiet", settings->quiet, "Report errors only; no excerpts, summary or progress")
                    ->option_text(" ");
  command
      ->add_flag("--verbose", settings->verbose, "Name on standard error the format of each file, and what is skipped")
      ->excludes(quiet)
      ->option_text(" ");
  command->footer(formats_line() + names_in_folders());
  command->callback([settings, &program] { validate(*settings, program.exit); });
}

}  // namespace hallmark::program
