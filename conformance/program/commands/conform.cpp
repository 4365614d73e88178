// SPDX-License-Identifier: Apache-2.0
// hallmark conform: run the golden vectors against another implementation.
#include "conformance/runner/conform.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "conformance/program/command.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/program/interrupts.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/page_folder.hpp"
#include "conformance/program/progress.hpp"
#include "conformance/runner/expectations.hpp"
#include "conformance/runner/file.hpp"
#include "conformance/runner/one_shot_claims.hpp"
#include "conformance/runner/summary.hpp"
#include "conformance/suite/score.hpp"
#include "conformance/suite/vector_details.hpp"
#include "reports/html.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;
using runner::Conformance;

struct ConformSettings {
  runner::Plan plan;
  std::string op;
  std::vector<std::string> vectors;
  std::string expect;
  unsigned jobs = 0;
  std::optional<std::uint64_t> seed;
  std::string corpus_version;
  std::string report_dir;
  bool update = false;
};

runner::Plan plan_of(const ConformSettings& settings) {
  runner::Plan plan = settings.plan;
  for (const std::string& format : plan.formats) require_format(format);
  if (settings.op == "decode") plan.operation = conformance::Operation::decode;
  if (settings.op == "encode") plan.operation = conformance::Operation::encode;
  plan.seed = settings.seed.value_or(1);
  // One-shot mode starts a program for every vector, so parallel starts save time. A session starts once, perhaps
  // slowly.
  const unsigned by_default = plan.one_shot ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  plan.jobs = settings.jobs == 0 ? by_default : settings.jobs;
  plan.limits.start_timeout = std::max(plan.limits.start_timeout, plan.limits.timeout);
  plan.version = HALLMARK_VERSION;
  return plan;
}

std::vector<runner::Expectation> expectations_of(const ConformSettings& settings) {
  if (settings.expect.empty()) return {};
  if (settings.update && !fs::exists(settings.expect)) return {};
  try {
    return runner::load_expectations(settings.expect);
  } catch (const runner::BadExpectations& error) {
    throw UsageError(error.what());
  }
}

reports::Json timing_json(const Conformance& conformance, std::chrono::microseconds total) {
  reports::Json vectors = reports::Json::array();
  for (const runner::Timing& timing : conformance.timings) {
    vectors.push_back({{"id", timing.id}, {"op", timing.op}, {"microseconds", timing.taken.count()}});
    if (timing.peak != 0) vectors.back()["peak_bytes"] = timing.peak;
  }
  return {{"timing_version", 1}, {"microseconds", total.count()}, {"results", std::move(vectors)}};
}

// keep_inputs refuses a folder for reports in which one of them would replace a file that is read.
void keep_inputs(const ConformSettings& settings, const conformance::Corpus& corpus) {
  if (settings.report_dir.empty()) return;
  for (const char* name : {"result.json", "timing.json"}) {
    const OutputFile file((fs::path(settings.report_dir) / name).string());
    for (const conformance::VectorFile& vectors : corpus.files) file.must_not_be(vectors.path.string());
    if (!settings.expect.empty()) file.must_not_be(settings.expect);
  }
}

void write_reports(const fs::path& folder, const Conformance& conformance, const conformance::Corpus& corpus,
                   std::chrono::microseconds total) {
  PageFolder pages(folder);
  runner::write_file(folder / "result.json", reports::to_json(conformance.result).dump(1) + '\n');
  runner::write_file(folder / "timing.json", timing_json(conformance, total).dump(1) + '\n');
  reports::report_pages({conformance.result}, {}, conformance::report_details(corpus), {.first_page = "report.html"},
                        pages.sink());
  pages.finish();
}

// tried does what may fail for want of a disk: the program says so, and goes on with what it knows.
template <class Work>
void tried(ExitCode& exit, const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    warn(fmt::format("hallmark: {}\n", reports::escaped(error.what())));
    exit.add(Exit::not_checked);
  }
}

// set_exit_code derives the exit code from the results.
void set_exit_code(const Conformance& conformance, const runner::ExpectationCheck& check, bool any_format,
                   ExitCode& exit) {
  bool tested = false;
  for (const reports::VectorResult& result : conformance.result.results) {
    if (result.result == "harness-error" || result.result == "not-run") exit.add(Exit::not_checked);
    const bool surprise = result.expectation == "unexpected-fail" || result.expectation == "unexpected-pass";
    if (check.with_expectations && surprise) exit.add(Exit::invalid);
  }
  if (!check.stale.empty()) exit.add(Exit::invalid);
  for (const reports::Run& run : conformance.result.runs) {
    tested = tested || run.verdict != "not-tested";
    if ((run.verdict == "non-conformant" || run.verdict == "lenient") && !check.with_expectations)
      exit.add(Exit::invalid);
    // Without --format in one-shot mode every format is tried, and a testee need not support all of them.
    if (run.verdict == "not-tested" && !any_format) exit.add(Exit::nothing_checked);
  }
  if (!tested) exit.add(Exit::nothing_checked);
  if (!conformance.result.complete) exit.add(exit_of_interrupt());
}

conformance::Corpus corpus_of(const ConformSettings& settings, const std::string& folder) {
  if (!settings.vectors.empty()) {
    return conformance::load_vector_files({settings.vectors.begin(), settings.vectors.end()});
  }
  // A list of deviations may name vectors of every format.
  const std::vector<std::string> formats = settings.expect.empty() ? settings.plan.formats : std::vector<std::string>();
  conformance::Corpus corpus = conformance::load_corpus(conformance::find_corpus(folder), formats);
  if (settings.corpus_version.empty()) return corpus;
  const auto versions = conformance::versions_named(settings.corpus_version);
  if (!versions) throw UsageError(fmt::format("--corpus-version: {} is not a version", settings.corpus_version));
  if (versions->first > corpus.version) {
    throw UsageError(fmt::format("--corpus-version: the corpus is of version {}", to_string(corpus.version)));
  }
  return conformance::as_of(std::move(corpus), versions->last);
}

Conformance run_vectors(const conformance::Corpus& corpus, const runner::Plan& plan) {
  std::optional<Progress> bar;  // once the number of vectors is known
  return runner::conform(corpus, plan, interrupted(), [&bar](std::size_t done, std::size_t total) {
    if (!bar) bar.emplace("conform", "vectors", Progress::Amount{total}, true);
    bar->advance({done});
  });
}

runner::ExpectationCheck compare_with_expectations(const ConformSettings& settings,
                                                   const std::vector<runner::Expectation>& expectations,
                                                   const conformance::Corpus& corpus,
                                                   std::vector<reports::VectorResult>& results, ExitCode& exit) {
  runner::ExpectationCheck check;
  check.with_expectations = !settings.expect.empty();
  if (settings.update) {
    const auto entries = runner::updated(expectations, corpus, results);
    tried(exit, [&] { runner::save_expectations(settings.expect, entries); });
    check.stale = runner::apply_expectations(entries, corpus, results);
  } else if (check.with_expectations) {
    check.stale = runner::apply_expectations(expectations, corpus, results);
    check.withdrawn = runner::withdrawn_expectations(expectations, corpus);
  }
  return check;
}

// check_options refuses options that do not go together.
void check_options(const ConformSettings& settings) {
  const runner::Plan& plan = settings.plan;
  const bool generated = plan.generated != 0;
  const std::pair<bool, const char*> misuses[] = {
      {plan.one_shot && plan.reject_status == 77, "--reject-status: 77 says unsupported"},
      {!plan.one_shot && plan.reject_status, "--reject-status needs --one-shot"},
      {!plan.one_shot && !plan.features.empty(),
       "--feature needs --one-shot: a testee with the protocol names its features"},
      {!generated && settings.seed, "--seed needs --generated"},
      // They are made from the golden vectors, and there is no end of them: a list of deviations names golden ones.
      {generated && !settings.vectors.empty(), "--generated does not apply to --vectors"},
      {generated && settings.update, "--update-expectations does not apply to --generated"},
      {settings.update && settings.expect.empty(), "--update-expectations needs --expect FILE"},
      {!settings.vectors.empty() && !settings.corpus_version.empty(), "--corpus-version does not apply to --vectors"},
  };
  for (const auto& [misused, said] : misuses) {
    if (misused) throw UsageError(said);
  }
}

void run(const ConformSettings& settings, Program& program) {
  check_options(settings);
  const runner::Plan plan = plan_of(settings);
  const std::vector<runner::Expectation> expectations = expectations_of(settings);
  conformance::Corpus corpus = corpus_of(settings, program.corpus);
  keep_inputs(settings, corpus);

  watch_for_interrupts();
  const auto start = std::chrono::steady_clock::now();
  Conformance conformance;
  try {
    conformance = run_vectors(corpus, plan);
  } catch (const runner::CannotStart& error) {
    if (interrupted()) {
      warn("hallmark: interrupted before the testee had started\n");
      program.exit.add(exit_of_interrupt());
      return;
    }
    // The message keeps its line breaks: it quotes what the testee wrote.
    warn(fmt::format("hallmark: cannot start the testee: {}\n", error.what()));
    program.exit.add(Exit::not_checked);
    return;
  }
  const auto total = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);

  for (conformance::VectorFile& file : conformance.generated) corpus.files.push_back(std::move(file));
  const runner::ExpectationCheck check =
      compare_with_expectations(settings, expectations, corpus, conformance.result.results, program.exit);
  conformance.result.runs = conformance::tally(conformance.result.results);  // the causes are known now
  set_exit_code(conformance, check, plan.one_shot && plan.formats.empty(), program.exit);
  if (!settings.report_dir.empty()) {
    tried(program.exit, [&] { write_reports(settings.report_dir, conformance, corpus, total); });
  }
  write_output("", runner::summary(conformance, corpus, check, columns_of(STDOUT_FILENO)));
}

}  // namespace

void add_conform(CLI::App* command, Program& program) {
  auto settings = std::make_shared<ConformSettings>();
  runner::Plan& plan = settings->plan;
  repeatable(command->add_option("--format", plan.formats, "Test only this format; repeatable"))->option_text("F");
  command->add_option("--op", settings->op, "Test only decode or only encode")
      ->check(CLI::IsMember({"decode", "encode"}))
      ->option_text("OP");
  command->add_option("--name", plan.name, "Call the implementation NAME in reports")->option_text("NAME");
  repeatable(command->add_option("--vectors", settings->vectors,
                                 "Vector file or folder to use instead of the corpus; repeatable"))
      ->option_text("PATH");
  command->add_option("--expect", settings->expect, "Read known deviations from this TOML file")->option_text("FILE");
  command->add_flag("--update-expectations", settings->update, "Rewrite the --expect file to match the results");
  repeatable(command->add_option("--run", plan.run, "Run only vectors whose id matches; repeatable"))
      ->option_text("GLOB");
  repeatable(command->add_option("--skip", plan.skip, "Skip vectors whose id matches; repeatable"))
      ->option_text("GLOB");
  command->add_option("-j", settings->jobs, "Testees in parallel; default 1, with --one-shot one per CPU")
      ->check(CLI::Range(1, 1024))
      ->option_text("N");
  add_timeout(*command, plan.limits.timeout, "Time limit for each vector in seconds; default 5");
  command->add_option("--memory", plan.limits.memory, "Limit on the testee's resident memory; default 2GiB")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  command->add_flag("--one-shot", plan.one_shot, "Start TESTEE once per vector, as TESTEE < input");
  command->add_option("--reject-status", plan.reject_status, "One-shot: exit status that is always a rejection")
      ->check(CLI::Range(1, 255))
      ->option_text("N");
  repeatable(command->add_option("--feature", plan.features, "One-shot: optional feature, such as text; repeatable"))
      ->check(CLI::IsMember(runner::features_in_one_shot_mode()))
      ->option_text("F");
  command->add_option("--generated", plan.generated, "Also run N generated vectors of each format")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->option_text("N");
  command->add_option("--seed", settings->seed, "Choice of the generated vectors; default 1")->option_text("N");
  command
      ->add_option("--corpus-version", settings->corpus_version,
                   "Judge by this version of the corpus; 1 stands for the last 1.x.y")
      ->option_text("V");
  command->add_option("--report-dir", settings->report_dir, "Write result.json, timing.json and report.html to DIR")
      ->option_text("DIR");
  program.operands.add(*command, "TESTEE", plan.command, "Command line of the implementation to test",
                       Operands::Number::command_line);
  command->footer(formats_line() +
                  fmt::format("Example: hallmark conform --format {} -- python3 testee.py\n", examples::format) +
                  "How to write a testee: PROTOCOL.md, in share/hallmark/kits or conformance/testees\n"
                  "Exit codes: 0 conformant, 1 lenient or non-conformant, 2 not completed, 3 nothing tested,\n"
                  "4 wrong usage, 130 and 143 interrupted (SIGINT, SIGTERM), after the results so far were written.");
  command->callback([settings, &program] { run(*settings, program); });
}

}  // namespace hallmark::program
