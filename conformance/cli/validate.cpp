// hallmark validate: check files. Contract, sections 2 and 3.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "conformance/cli/command.hpp"
#include "conformance/cli/inputs.hpp"
#include "conformance/cli/judge.hpp"
#include "conformance/cli/output.hpp"
#include "conformance/cli/progress.hpp"
#include "reports/validation.hpp"

namespace hallmark::cli {
namespace {

using reports::InputReport;
using reports::InputVerdict;
using reports::ReportForm;

struct Settings {
  std::vector<std::string> paths;
  JudgeSettings judge;
  Selection selection;
  std::string report = "text";
  std::string output;
  std::string profile = "strict";
  std::string fail_on;
  unsigned threads = 0;
  bool quiet = false;
};

ReportForm form_of(const std::string& name) {
  if (name == "json") return ReportForm::json;
  return name == "ndjson" ? ReportForm::ndjson : ReportForm::text;
}

// Press takes finished reports from several threads and writes them: ndjson as they come, the other forms in the order
// of the inputs, so that a report does not depend on -j.
class Press {
 public:
  Press(Output& output, const reports::ReportStyle& style, std::uint64_t total)
      : output_(output),
        writer_(style),
        ordered_(style.form != ReportForm::ndjson),
        progress_("validate", total, !style.quiet) {
    output_.write(writer_.opening());
  }

  [[nodiscard]] const reports::ValidationWriter& writer() const noexcept { return writer_; }
  // stopped says that the report cannot be written any more: further work is in vain.
  [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  // `index` is that of the input, `last` says that no further report of it follows.
  void take(std::size_t index, const InputReport& report, std::string text, bool last) {
    const std::lock_guard lock(mutex_);
    if (stopped()) return;
    summary_.add(report);
    finished_ += last ? 1 : 0;
    try {
      if (ordered_) {
        Waiting& waiting = waiting_[index];
        waiting.texts.push_back(std::move(text));
        waiting.complete = last;
        put_waiting();
      } else {
        put(text);
        // As soon as it is known: somebody may be reading along.
        output_.flush();
      }
      progress_.advance(finished_);
    } catch (const OutputError&) {
      fail(std::current_exception());
    }
  }

  // fail remembers the first reason to give up.
  void fail(std::exception_ptr failure) {
    if (failure_ == nullptr) failure_ = std::move(failure);
    stopped_ = true;
  }
  void fail_locked(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    fail(std::move(failure));
  }

  // finish ends the report and gives the sums; throws what went wrong.
  reports::Summary finish(std::uint64_t skipped) {
    progress_.clear();
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    summary_.skipped = skipped;
    output_.write(writer_.closing(summary_));
    output_.finish();
    return summary_;
  }

 private:
  // Reports of one input that cannot be written yet.
  struct Waiting {
    std::vector<std::string> texts;
    bool complete = false;
  };

  void put_waiting() {
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
      for (const std::string& text : first->second.texts) put(text);
      first->second.texts.clear();
      if (!first->second.complete) return;
      waiting_.erase(first);
      ++next_;
    }
  }
  void put(const std::string& text) {
    ++written_;
    if (output_.terminal() && !text.empty()) progress_.clear();
    output_.write(writer_.separator(written_ == 1));
    output_.write(text);
  }

  Output& output_;
  reports::ValidationWriter writer_;
  bool ordered_;
  Progress progress_;
  std::mutex mutex_;
  std::map<std::size_t, Waiting> waiting_;  // by input: judged before their predecessors
  std::size_t next_ = 0;                    // the input whose reports are written as they come
  std::uint64_t written_ = 0;               // reports
  std::uint64_t finished_ = 0;              // inputs
  reports::Summary summary_;
  std::exception_ptr failure_;
  std::atomic<bool> stopped_ = false;
};

// One thread's work: the next input nobody has taken, until there is none.
void work(const std::vector<Input>& inputs, const Settings& settings, std::atomic<std::size_t>& taken, Press& press) {
  try {
    Judge judge(settings.judge);
    for (std::size_t i = taken++; i < inputs.size() && !press.stopped(); i = taken++) {
      InputReport report = judge.judge(inputs[i]);
      for (bool more = true; more && !press.stopped();) {
        std::string text = press.writer().input(report, judge.bytes(), judge.body());
        const bool holds = judge.confirm(report);
        if (!holds) text = press.writer().input(report, {});
        InputReport next;
        more = holds && judge.next(next);
        press.take(i, report, std::move(text), !more);
        report = std::move(next);
      }
    }
  } catch (...) {
    press.fail_locked(std::current_exception());
  }
}

void work_in_parallel(const std::vector<Input>& inputs, const Settings& settings, Press& press) {
  const std::size_t wanted =
      settings.threads != 0 ? settings.threads : std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> taken = 0;
  std::vector<std::thread> others;
  try {
    while (others.size() + 1 < std::min(wanted, inputs.size())) {
      others.emplace_back([&] { work(inputs, settings, taken, press); });
    }
  } catch (const std::system_error&) {
    // Fewer threads do the same work.
  }
  work(inputs, settings, taken, press);
  for (std::thread& thread : others) thread.join();
}

void add_exits(const reports::Summary& summary, bool warnings_count, ExitCode& exit) {
  if (summary.inputs == 0) exit.add(Exit::nothing_checked);
  if (summary.invalid != 0 || (warnings_count && summary.warnings != 0)) exit.add(Exit::invalid);
  if (summary.unsupported + summary.limited + summary.unreadable != 0) exit.add(Exit::not_judged);
}

void validate(Settings& settings, ExitCode& exit) {
  check_format(settings.judge.format, settings.judge.header_length.has_value());
  settings.judge.options.profile = settings.profile == "compat" ? Profile::compat : Profile::strict;
  settings.selection.format = settings.judge.format;

  Inputs inputs = find_inputs(settings.paths, settings.selection);
  reports::ReportStyle style{.form = form_of(settings.report),
                             .profile = settings.judge.options.profile,
                             .colour = false,
                             .quiet = settings.quiet};
  if (style.form == ReportForm::json) {
    std::stable_sort(inputs.found.begin(), inputs.found.end(),
                     [](const Input& a, const Input& b) { return a.path < b.path; });
  }
  Output output(settings.output);
  style.colour = output.colours();
  Press press(output, style, inputs.found.size());
  work_in_parallel(inputs.found, settings, press);
  add_exits(press.finish(inputs.skipped), settings.fail_on == "warning", exit);
}

}  // namespace

void add_validate(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("validate", "Check files");
  program.operands.add(*command, "PATH", settings->paths, "Files, folders, - (standard input), @LIST (file of paths)");
  command->add_option("--format", settings->judge.format, "Format of every input; default auto")->option_text("F");
  command->add_option("--report", settings->report, "text, json or ndjson")
      ->check(CLI::IsMember({"text", "json", "ndjson"}))
      ->option_text("FORM");
  command->add_option("-o", settings->output, "Write the report there")->option_text("FILE");
  command->add_option("-j", settings->threads, "Threads; default: all")->check(CLI::Range(1U, 1024U))->option_text("N");
  command->add_option("--profile", settings->profile, "strict, or compat: what deployed programs break is a warning")
      ->check(CLI::IsMember({"strict", "compat"}))
      ->option_text("P");
  add_limits(*command, settings->judge);
  add_header_length(*command, settings->judge);
  command->add_option("--max-errors", settings->judge.bounds.max_errors, "Findings shown of each input; default 20")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->option_text("N");
  command->add_option("--fail-on", settings->fail_on, "warning: exit with 1 for warnings too")
      ->check(CLI::IsMember({"warning"}))
      ->option_text("WHAT");
  repeatable(command->add_option("--exclude", settings->selection.exclude, "Leave out paths or names; repeatable"))
      ->option_text("GLOB");
  command->add_flag("--null", settings->selection.null_separated, "Lists are separated by NUL");
  command->add_flag("--quiet", settings->quiet, "Errors alone: no excerpts, warnings, summary, progress");
  command->callback([settings, &program] { validate(*settings, program.exit); });
}

}  // namespace hallmark::cli
