// hallmark inspect: what is in a file. Contract, section 2.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "conformance/cli/command.hpp"
#include "conformance/cli/content_text.hpp"
#include "conformance/cli/judge.hpp"
#include "conformance/cli/layout_table.hpp"
#include "conformance/cli/output.hpp"
#include "conformance/cli/value_json.hpp"
#include "conformance/cli/value_text.hpp"
#include "conformance/kit/model.hpp"
#include "conformance/kit/rules.hpp"
#include "conformance/kit/scratch_memory.hpp"

namespace hallmark::cli {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct Settings {
  std::string path;
  JudgeSettings judge;
  bool json = false;
  bool layout = false;
  bool stats = false;
};

void print_findings(Output& output, const InputReport& report, const Judge& judge) {
  const reports::ValidationWriter writer(
      {.form = reports::ReportForm::text, .profile = Profile::strict, .colour = output.colours(), .quiet = false});
  output.write(writer.input(report, judge.bytes(), judge.body()));
}

std::string headline(const InputReport& report) {
  return fmt::format("{}: {}, {} bytes, {}\n", reports::subject(report), report.format.value_or("unknown format"),
                     report.size, to_string(report.verdict));
}

// run_layout writes the ranges of a valid input, or those before the first error.
void run_layout(Output& output, const Judge& judge, std::uint64_t scratch_needed, LayoutForm form) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_needed);
  LayoutTable table(output, judge.body(), form);
  judge.codec()->layout(judge.body(), scratch, judge.options(), table);
  table.finish();
}

// run_contents writes what a valid input holds, with statistics.
template <class Writer>
void run_contents(Output& output, const Judge& judge, std::uint64_t contents_needed) {
  kit::ScratchMemory memory;
  Scratch scratch = memory.of(contents_needed);
  Writer writer(output);
  judge.codec()->contents(judge.body(), scratch, judge.options(), writer);
  writer.finish();
}

// run_value writes the value of a valid input.
template <class Writer>
void run_value(Output& output, const Judge& judge) {
  Writer writer(output);
  if (const kit::Model* model = kit::model_named(judge.codec()->id)) {
    model->show(judge.body(), judge.options(), writer);
  }
  writer.finish();
}

class Inspection {
 public:
  Inspection(const Settings& settings, Output& output) : settings_(settings), output_(output), judge_(settings.judge) {}

  void run(ExitCode& exit) {
    report_ = judge_.judge({.path = settings_.path, .problem = "", .standard_input = settings_.path == "-"});
    do {
      show(exit);
    } while (judge_.next(report_));
    output_.finish();
  }

 private:
  // One input, or one of the messages in it; of JSON each is a document on a line of its own.
  void show(ExitCode& exit) {
    bound_memory();
    if (settings_.json) {
      print_json();
    } else {
      print_text();
    }
    if (!judge_.confirm(report_)) {
      output_.flush();
      throw std::runtime_error(report_.path + ": " + report_.diagnostics.front().message);
    }
    if (report_.verdict == InputVerdict::invalid) exit.add(Exit::invalid);
    if (report_.verdict != InputVerdict::invalid && report_.verdict != InputVerdict::valid) exit.add(Exit::not_judged);
  }

  [[nodiscard]] bool valid() const { return report_.verdict == InputVerdict::valid; }
  [[nodiscard]] bool laid_out() const {
    return settings_.layout && judge_.codec() != nullptr && report_.verdict != InputVerdict::unreadable &&
           scratch_needed() <= settings_.judge.bounds.max_alloc;
  }
  [[nodiscard]] std::uint64_t scratch_needed() const {
    return judge_.codec()->scratch_bound(judge_.body(), judge_.options());
  }

  // What is shown may need more than judging does: formats whose text is converted.
  [[nodiscard]] std::uint64_t contents_needed() const {
    const std::uint64_t judging = scratch_needed();
    if (judge_.codec()->contents_bound == nullptr) return judging;
    kit::ScratchMemory memory;
    Scratch scratch = memory.of(judging);
    return judge_.codec()->contents_bound(judge_.body(), scratch, judge_.options());
  }
  [[nodiscard]] std::uint64_t value_needed() const {
    const kit::Model* model = kit::model_named(judge_.codec()->id);
    if (model == nullptr || model->show_bound == nullptr) return 0;
    return model->show_bound(judge_.body(), judge_.options());
  }

  // Tables and text that is converted take memory; the layout needs none, and data are never copied.
  void bound_memory() {
    const std::uint64_t most = settings_.judge.bounds.max_alloc;
    if (settings_.layout || !valid()) return;
    const std::uint64_t needed = contents_needed();
    if (needed > most) return limit(needed, most, "; --layout needs none");
    if (settings_.stats) return;
    const std::uint64_t whole = needed + value_needed();
    if (whole > most) limit(whole, most, "; --layout and --stats need less");
  }
  void limit(std::uint64_t needed, std::uint64_t most, const char* advice) {
    report_.verdict = InputVerdict::limited;
    report_.diagnostics.push_back(
        reports::describe({&kit::rule<"hallmark/max-alloc">, 0, 0, needed, most, ""}, Severity::error, ""));
    report_.diagnostics.back().message += advice;
  }

  void print_text() {
    output_.write(headline(report_));
    if (laid_out()) {
      output_.write(fmt::format("{:>10} {:>10} {:>10}  {:<25}  {:<15} {}\n", "offset", "hex", "length", "bytes",
                                "field", "path"));
      run_layout(output_, judge_, scratch_needed(), LayoutForm::text);
    } else if (valid() && settings_.stats) {
      output_.write("\n");
      run_contents<ContentText>(output_, judge_, contents_needed());
    } else if (valid()) {
      run_value<ValueText>(output_, judge_);
    }
    print_findings(output_, report_, judge_);
  }

  // The members of an INPUT, then `layout`, `stats` or `value`. The first two are written as they are found.
  void print_json() {
    std::string head = to_json(report_).dump();
    head.pop_back();
    output_.write(head);
    if (laid_out()) {
      output_.write(",\"layout\":[");
      run_layout(output_, judge_, scratch_needed(), LayoutForm::json);
      output_.write("\n]");
    } else if (valid() && settings_.stats) {
      output_.write(",\"stats\":[");
      run_contents<ContentJson>(output_, judge_, contents_needed());
      output_.write("\n]");
    } else if (valid()) {
      output_.write(",\"value\":");
      run_value<ValueJson>(output_, judge_);
    }
    output_.write("}\n");
  }

  const Settings& settings_;
  Output& output_;
  Judge judge_;
  InputReport report_;
};

}  // namespace

void add_inspect(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a file");
  program.operands.add(*command, "PATH", settings->path, "A file, or - for standard input");
  command->add_option("--format", settings->judge.format, "Format; default auto")->option_text("F");
  add_limits(*command, settings->judge);
  add_header_length(*command, settings->judge);
  command->add_flag("--json", settings->json, "As JSON");
  auto* layout = command->add_flag("--layout", settings->layout, "Every byte range with its field, instead of values")
                     ->option_text(" ");
  command
      ->add_flag("--stats", settings->stats, "Values in short, and min, max, mean, median, std, histogram of tensors")
      ->excludes(layout)
      ->option_text(" ");
  command->callback([settings, &program] {
    check_format(settings->judge.format, settings->judge.header_length.has_value());
    Output output("");
    Inspection(*settings, output).run(program.exit);
  });
}

}  // namespace hallmark::cli
