// SPDX-License-Identifier: Apache-2.0
// hallmark compare: put the same inputs to two testees, and save what they disagree on.
#include "conformance/runner/compare.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "conformance/program/command.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/program/interrupts.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/progress.hpp"
#include "conformance/runner/file.hpp"
#include "conformance/runner/summary.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/plural.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

struct CompareSettings {
  runner::ComparePlan plan;
  std::string folder = "disagreements";
  std::vector<std::string> words;
};

// `reference` alone stands for this program as a testee.
runner::Command command_of(std::vector<std::string> words, const char* which) {
  if (words.empty()) throw UsageError(fmt::format("the command line of the {} testee is missing", which));
  if (words != std::vector<std::string>{"reference"}) return words;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return {error ? "hallmark" : program.string(), "serve-testee"};
}

runner::ComparePlan plan_of(const CompareSettings& settings) {
  runner::ComparePlan plan = settings.plan;
  for (const std::string& format : plan.formats) require_format(format);
  const auto separator = std::ranges::find(settings.words, "---");
  if (separator == settings.words.end()) throw UsageError("--- between the command lines of the testees is missing");
  plan.first = command_of({settings.words.begin(), separator}, "first");
  plan.second = command_of({separator + 1, settings.words.end()}, "second");
  return plan;
}

std::string name_of(const runner::Hello& hello) {
  const reports::Implementation& one = hello.implementation;
  return one.name + (one.version.empty() ? "" : " " + one.version);
}

std::string summary(const runner::Comparison& comparison) {
  std::string text = fmt::format("first:  {}\nsecond: {}\n{}\n", name_of(comparison.first), name_of(comparison.second),
                                 reports::plural(comparison.inputs, "input"));
  std::string_view format;
  for (const runner::Disagreement& one : comparison.disagreements) {
    if (one.format != format) text += fmt::format("\n{}\n", one.format);
    format = one.format;
    const bool values = one.outcomes.ends_with("values");
    std::string what = values ? one.path : one.rule.empty() ? "the reference accepts" : one.rule;
    if (!values && !one.path.empty()) what += (one.rule.empty() ? ", " : " at ") + one.path;
    if (values && !one.rule.empty()) what += fmt::format("; the reference finds {}", one.rule);
    std::uint64_t bytes = 0;
    for (const conformance::Segment& segment : one.smallest.segments) bytes += segment.size();
    text += fmt::format("  {}: {}; {}; {}\n    {}, {}: {}\n", one.outcomes, what, reports::plural(one.inputs, "input"),
                        one.golden.empty() ? "no golden vector" : "as " + one.golden, one.smallest.id,
                        reports::plural(bytes, "byte"), one.smallest.description);
  }
  const std::size_t classes = comparison.disagreements.size();
  const auto without_golden = std::ranges::count(comparison.disagreements, "", &runner::Disagreement::golden);
  text += fmt::format(
      "\n{} agreements, {} of them for another category; {} of disagreements, {} of them without a golden vector\n",
      comparison.agreements, comparison.other_categories,
      classes == 1 ? std::string("1 class") : fmt::format("{} classes", classes), without_golden);
  if (comparison.not_compared > 0) text += fmt::format("{} not compared: unsupported\n", comparison.not_compared);
  if (comparison.broken > 0) text += fmt::format("{} not compared: a harness failed\n", comparison.broken);
  for (const std::string& note : comparison.notes) text += fmt::format("note: {}\n", note);
  return text;
}

// keep_inputs refuses a folder in which a file of vectors that are read would be replaced.
void keep_inputs(const fs::path& folder, const conformance::Corpus& corpus) {
  for (const Codec* codec : all_codecs()) {
    const OutputFile file((folder / fmt::format("{}.json", codec->id)).string());
    for (const conformance::VectorFile& vectors : corpus.files) file.must_not_be(vectors.path.string());
  }
}

// Writes the files of what was found, and gives what to say about them.
std::string save(const fs::path& folder, const conformance::Corpus& corpus, const runner::Comparison& comparison) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OutputError(fmt::format("cannot create the folder {}: {}", folder.string(), error.message()));
  std::string names;
  for (const auto& [name, text] : compare_files(corpus, comparison)) {
    runner::write_file(folder / name, text);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", reports::escaped((folder / name).string()));
  }
  return fmt::format(
      "The smallest input of each class is a vector of {}, for `hallmark conform --vectors` and `vectors show "
      "--vectors`.\n",
      names);
}

void run_comparison(const CompareSettings& settings, Program& program) {
  const runner::ComparePlan plan = plan_of(settings);
  const conformance::Corpus corpus = conformance::load_corpus(conformance::find_corpus(program.corpus), plan.formats);
  keep_inputs(settings.folder, corpus);
  watch_for_interrupts();
  runner::Comparison comparison;
  try {
    std::optional<Progress> bar;
    comparison = runner::compare(corpus, plan, interrupted(), [&bar](std::uint64_t done, std::uint64_t total) {
      if (!bar) bar.emplace("compare", "inputs", Progress::Amount{total}, true);
      bar->advance({done});
    });
  } catch (const std::runtime_error& error) {
    if (interrupted()) {
      program.exit.add(exit_of_interrupt());
      return;
    }
    warn(fmt::format("hallmark: cannot start a testee: {}\n", error.what()));
    program.exit.add(Exit::not_checked);
    return;
  }
  if (!comparison.disagreements.empty()) program.exit.add(Exit::invalid);
  if (comparison.broken > 0) program.exit.add(Exit::not_checked);
  if (comparison.inputs == comparison.not_compared + comparison.broken) program.exit.add(Exit::nothing_checked);
  if (!comparison.complete) program.exit.add(exit_of_interrupt());
  Output out("");
  out.write(runner::fold(summary(comparison), columns_of(STDOUT_FILENO)));
  out.flush();
  if (!comparison.disagreements.empty()) out.write(save(settings.folder, corpus, comparison));
  out.finish();
}

}  // namespace

void add_compare(CLI::App* command, Program& program) {
  auto settings = std::make_shared<CompareSettings>();
  runner::ComparePlan& plan = settings->plan;
  repeatable(command->add_option("--format", plan.formats, "Compare only this format; repeatable"))->option_text("F");
  command->add_option("--seed", plan.seed, "Other inputs for another seed; default 1")->option_text("N");
  command->add_option("--count", plan.count, "Inputs of each format; default 10000")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->option_text("N");
  add_timeout(*command, plan.limits.timeout, "Time limit for each input in seconds; default 5");
  command->add_option("-o,--output", settings->folder, "Folder for the vectors; default: disagreements")
      ->option_text("DIR");
  program.operands.add(*command, "TESTEE", settings->words,
                       "The first command line, ---, the second; reference: hallmark serve-testee",
                       Operands::Number::command_line);
  command->footer(
      formats_line() +
      fmt::format("Example: hallmark compare --format {} -- python3 testee.py --- reference\n", examples::format) +
      "Inputs are golden vectors, generated ones, and both with changed bytes; testees decode them. Disagreements are\n"
      "counted by outcome, rule and path, beside the golden vector that shows the same. Outcomes and values are those\n"
      "of the first, then of the second. The smallest input of each, made smaller, is written to DIR/FORMAT.json;\n"
      "`hallmark vectors show --vectors DIR ID` prints it.\n"
      "Exit codes: 0 they agree, 1 they disagree, 2 a testee cannot be run, 3 nothing compared, 4 wrong usage,\n"
      "130 and 143 interrupted, after the disagreements so far were written.");
  command->callback([settings, &program] { run_comparison(*settings, program); });
}

}  // namespace hallmark::program
