// hallmark inspect: print the contents, the byte layout or the statistics of a file.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "conformance/examine/rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/config.hpp"
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
  bool no_config = false;
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
  const std::string compression = report.compression ? fmt::format(" ({})", *report.compression) : "";
  return fmt::format("{}: {}{}, {} bytes, {}\n", reports::subject(report), report.format.value_or("unknown format"),
                     compression, report.size, to_string(report.verdict));
}

// print_layout prints every byte range up to the first error.
void print_layout(Output& output, const Examiner& examiner, std::uint64_t scratch_needed, LayoutForm form) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_needed);
  LayoutTable table(output, examiner.body(), form);
  examiner.codec()->layout(examiner.body(), scratch, examiner.options(), table);
  table.finish();
}

// print_contents prints the contents of a valid input with the statistics of its tensors.
template <class Writer>
void print_contents(Output& output, const Examiner& examiner, std::uint64_t contents_needed) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(contents_needed);
  Writer writer(output);
  examiner.codec()->contents(examiner.body(), scratch, examiner.options(), writer);
  writer.finish();
}

// print_value prints the value of a valid input.
template <class Writer>
void print_value(Output& output, const Examiner& examiner) {
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
  // Prints one input, or one message of it. JSON is one document on a line.
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
    if (report_.verdict != InputVerdict::invalid && report_.verdict != InputVerdict::valid) exit.add(Exit::not_checked);
  }

  [[nodiscard]] bool valid() const { return report_.verdict == InputVerdict::valid; }
  [[nodiscard]] bool laid_out() const {
    return settings_.layout && examiner_.codec() != nullptr && report_.verdict != InputVerdict::unreadable &&
           scratch_needed() <= settings_.examiner.bounds.max_alloc;
  }
  [[nodiscard]] std::uint64_t scratch_needed() const {
    return examiner_.codec()->scratch_bound(examiner_.body(), examiner_.options());
  }

  // Printing needs more memory than validating where text is converted to numbers.
  [[nodiscard]] std::uint64_t contents_needed() const {
    const std::uint64_t validating = scratch_needed();
    if (examiner_.codec()->contents_bound == nullptr) return validating;
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(validating);
    return examiner_.codec()->contents_bound(examiner_.body(), scratch, examiner_.options());
  }
  [[nodiscard]] std::uint64_t value_needed() const {
    const conformance::Model* model = conformance::model_named(examiner_.codec()->id);
    if (model == nullptr || model->show_bound == nullptr) return 0;
    return model->show_bound(examiner_.body(), examiner_.options());
  }

  // Tables and converted text take memory; the layout takes none, and tensor data are never copied.
  void bound_memory() {
    const std::uint64_t most = settings_.examiner.bounds.max_alloc;
    if (settings_.layout || !valid()) return;
    const std::uint64_t needed = contents_needed();
    if (needed > most) return limit(needed, most, "; --layout needs no memory");
    if (settings_.stats) return;
    const std::uint64_t whole = needed + value_needed();
    if (whole > most) limit(whole, most, "; --layout and --stats need less memory");
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
      print_layout(output_, examiner_, scratch_needed(), LayoutForm::text);
    } else if (valid() && settings_.stats) {
      output_.write("\n");
      print_contents<ContentText>(output_, examiner_, contents_needed());
    } else if (valid()) {
      print_value<ValueText>(output_, examiner_);
    }
    print_findings(output_, report_, examiner_);
  }

  // The members of an INPUT, then `layout`, `stats` or `value`, written while walking the input.
  void print_json() {
    std::string head = to_json(report_).dump();
    head.pop_back();
    output_.write(head);
    if (laid_out()) {
      output_.write(",\"layout\":[");
      print_layout(output_, examiner_, scratch_needed(), LayoutForm::json);
      output_.write("\n]");
    } else if (valid() && settings_.stats) {
      output_.write(",\"stats\":[");
      print_contents<ContentJson>(output_, examiner_, contents_needed());
      output_.write("\n]");
    } else if (valid()) {
      output_.write(",\"value\":");
      print_value<ValueJson>(output_, examiner_);
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
  CLI::App* command = app.add_subcommand("inspect", "Print the contents of a file");
  program.operands.add(*command, "PATH", settings->path, "File, or - for standard input");
  command->add_option("--format", settings->examiner.format, "Format of the input; default auto")->option_text("F");
  add_limits(*command, settings->examiner);
  add_header_length(*command, settings->examiner);
  add_no_config(*command, settings->no_config);
  command->add_flag("--json", settings->json, "Print JSON");
  auto* layout =
      command->add_flag("--layout", settings->layout, "Print every byte range with its field")->option_text(" ");
  command->add_flag("--stats", settings->stats, "Print min, max, mean, median, std, histogram of each tensor")
      ->excludes(layout)
      ->option_text(" ");
  command->callback([settings, &program] {
    check_format(settings->examiner.format, settings->examiner.header_length.has_value());
    if (!settings->no_config) apply(find_config(), "", settings->examiner);
    Output output("");
    Inspection(*settings, output).run(program.exit);
  });
}

}  // namespace hallmark::program
