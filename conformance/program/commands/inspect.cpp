// hallmark inspect: what is in a file. Contract, section 2.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "conformance/examine/rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/examiner.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/show/content_text.hpp"
#include "conformance/program/show/layout_table.hpp"
#include "conformance/program/show/value_json.hpp"
#include "conformance/program/show/value_text.hpp"

namespace hallmark::program {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct Settings {
  std::string path;
  ExaminerSettings examiner;
  bool json = false;
  bool layout = false;
  bool stats = false;
};

void print_findings(Output& output, const InputReport& report, const Examiner& examiner) {
  const reports::ValidationWriter writer(
      {.form = reports::ReportForm::text, .profile = Profile::strict, .colour = output.colours(), .quiet = false});
  output.write(writer.input(report, examiner.bytes(), examiner.body()));
}

std::string headline(const InputReport& report) {
  return fmt::format("{}: {}, {} bytes, {}\n", reports::subject(report), report.format.value_or("unknown format"),
                     report.size, to_string(report.verdict));
}

// run_layout writes the ranges of a valid input, or those before the first error.
void run_layout(Output& output, const Examiner& examiner, std::uint64_t scratch_needed, LayoutForm form) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_needed);
  LayoutTable table(output, examiner.body(), form);
  examiner.codec()->layout(examiner.body(), scratch, examiner.options(), table);
  table.finish();
}

// run_contents writes what a valid input holds, with statistics.
template <class Writer>
void run_contents(Output& output, const Examiner& examiner, std::uint64_t contents_needed) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(contents_needed);
  Writer writer(output);
  examiner.codec()->contents(examiner.body(), scratch, examiner.options(), writer);
  writer.finish();
}

// run_value writes the value of a valid input.
template <class Writer>
void run_value(Output& output, const Examiner& examiner) {
  Writer writer(output);
  if (const conformance::Model* model = conformance::model_named(examiner.codec()->id)) {
    model->show(examiner.body(), examiner.options(), writer);
  }
  writer.finish();
}

class Inspection {
 public:
  Inspection(const Settings& settings, Output& output)
      : settings_(settings), output_(output), examiner_(settings.examiner) {}

  void run(ExitCode& exit) {
    report_ = examiner_.examine({.path = settings_.path, .problem = "", .standard_input = settings_.path == "-"});
    do {
      show(exit);
    } while (examiner_.next(report_));
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
    if (!examiner_.confirm(report_)) {
      output_.flush();
      throw std::runtime_error(report_.path + ": " + report_.diagnostics.front().message);
    }
    if (report_.verdict == InputVerdict::invalid) exit.add(Exit::invalid);
    if (report_.verdict != InputVerdict::invalid && report_.verdict != InputVerdict::valid) exit.add(Exit::not_judged);
  }

  [[nodiscard]] bool valid() const { return report_.verdict == InputVerdict::valid; }
  [[nodiscard]] bool laid_out() const {
    return settings_.layout && examiner_.codec() != nullptr && report_.verdict != InputVerdict::unreadable &&
           scratch_needed() <= settings_.examiner.bounds.max_alloc;
  }
  [[nodiscard]] std::uint64_t scratch_needed() const {
    return examiner_.codec()->scratch_bound(examiner_.body(), examiner_.options());
  }

  // What is shown may need more than judging does: formats whose text is converted.
  [[nodiscard]] std::uint64_t contents_needed() const {
    const std::uint64_t judging = scratch_needed();
    if (examiner_.codec()->contents_bound == nullptr) return judging;
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(judging);
    return examiner_.codec()->contents_bound(examiner_.body(), scratch, examiner_.options());
  }
  [[nodiscard]] std::uint64_t value_needed() const {
    const conformance::Model* model = conformance::model_named(examiner_.codec()->id);
    if (model == nullptr || model->show_bound == nullptr) return 0;
    return model->show_bound(examiner_.body(), examiner_.options());
  }

  // Tables and text that is converted take memory; the layout needs none, and data are never copied.
  void bound_memory() {
    const std::uint64_t most = settings_.examiner.bounds.max_alloc;
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
        reports::describe({&conformance::rule<"hallmark/max-alloc">, 0, 0, needed, most, ""}, Severity::error, ""));
    report_.diagnostics.back().message += advice;
  }

  void print_text() {
    output_.write(headline(report_));
    if (laid_out()) {
      output_.write(fmt::format("{:>10} {:>10} {:>10}  {:<25}  {:<15} {}\n", "offset", "hex", "length", "bytes",
                                "field", "path"));
      run_layout(output_, examiner_, scratch_needed(), LayoutForm::text);
    } else if (valid() && settings_.stats) {
      output_.write("\n");
      run_contents<ContentText>(output_, examiner_, contents_needed());
    } else if (valid()) {
      run_value<ValueText>(output_, examiner_);
    }
    print_findings(output_, report_, examiner_);
  }

  // The members of an INPUT, then `layout`, `stats` or `value`. The first two are written as they are found.
  void print_json() {
    std::string head = to_json(report_).dump();
    head.pop_back();
    output_.write(head);
    if (laid_out()) {
      output_.write(",\"layout\":[");
      run_layout(output_, examiner_, scratch_needed(), LayoutForm::json);
      output_.write("\n]");
    } else if (valid() && settings_.stats) {
      output_.write(",\"stats\":[");
      run_contents<ContentJson>(output_, examiner_, contents_needed());
      output_.write("\n]");
    } else if (valid()) {
      output_.write(",\"value\":");
      run_value<ValueJson>(output_, examiner_);
    }
    output_.write("}\n");
  }

  const Settings& settings_;
  Output& output_;
  Examiner examiner_;
  InputReport report_;
};

}  // namespace

void add_inspect(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a file");
  program.operands.add(*command, "PATH", settings->path, "A file, or - for standard input");
  command->add_option("--format", settings->examiner.format, "Format; default auto")->option_text("F");
  add_limits(*command, settings->examiner);
  add_header_length(*command, settings->examiner);
  command->add_flag("--json", settings->json, "As JSON");
  auto* layout = command->add_flag("--layout", settings->layout, "Every byte range with its field, instead of values")
                     ->option_text(" ");
  command
      ->add_flag("--stats", settings->stats, "Values in short, and min, max, mean, median, std, histogram of tensors")
      ->excludes(layout)
      ->option_text(" ");
  command->callback([settings, &program] {
    check_format(settings->examiner.format, settings->examiner.header_length.has_value());
    Output output("");
    Inspection(*settings, output).run(program.exit);
  });
}

}  // namespace hallmark::program
