// hallmark inspect: print the contents, the byte layout or the statistics of files.
#include <fmt/format.h>

#include <memory>

#include "conformance/examine/rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/config.hpp"
#include "conformance/program/examining.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/show/content_text.hpp"
#include "conformance/program/show/layout_table.hpp"
#include "conformance/program/show/tensor_table.hpp"
#include "conformance/program/show/value_json.hpp"

namespace hallmark::program {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct InspectSettings {
  std::vector<std::string> paths;
  ExaminerSettings examiner;
  std::string profile;
  bool no_config = false;
  bool json = false;
  bool layout = false;
  bool stats = false;
};

void print_findings(Output& output, const InputReport& report, const Examiner& examiner) {
  const reports::ValidationWriter writer({.form = reports::ReportForm::text,
                                          .profile = examiner.options().profile,
                                          .colour = output.colours(),
                                          .quiet = false,
                                          .columns = output.columns()});
  output.write(writer.input(report, examiner.bytes(), examiner.body()));
}

std::string headline(const InputReport& report) {
  const std::string compression = report.compression ? fmt::format(" ({})", *report.compression) : "";
  return fmt::format("{}: {}{}, {} bytes, {}\n", reports::subject(report), report.format.value_or("unknown format"),
                     compression, report.size, to_string(report.verdict));
}

// print_layout prints every byte range up to the first error.
void print_layout(Output& output, const Examiner& examiner, std::uint64_t needed, LayoutForm form) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  LayoutTable table(output, examiner.body(), form);
  examiner.codec()->layout(examiner.body(), scratch, examiner.options(), table);
  table.finish();
}

// print_contents prints the contents of an input, of one that is not valid as far as they can be read.
template <class Writer>
void print_contents(const Examiner& examiner, std::uint64_t needed, Writer&& writer) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  (void)examiner.codec()->contents(examiner.body(), scratch, examiner.options(), writer);
  writer.finish();
}

// print_value prints the value of a valid input.
void print_value(Output& output, const Examiner& examiner) {
  ValueJson writer(output);
  if (const conformance::Model* model = conformance::model_named(examiner.codec()->id)) {
    model->show(examiner.body(), examiner.options(), writer);
  }
  writer.finish();
}

class Inspection {
 public:
  Inspection(const InspectSettings& settings, Output& output)
      : settings_(settings), output_(output), examiner_(settings.examiner) {}

  void run(ExitCode& exit) {
    for (const std::string& path : settings_.paths) {
      report_ = examiner_.examine({.path = path, .problem = "", .standard_input = path == "-"});
      do {
        show(exit);
      } while (report_.verdict != InputVerdict::unreadable && examiner_.next(report_));
    }
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
      // What was printed is not to be trusted.
      output_.flush();
      warn(fmt::format("hallmark: {}: {}\n", reports::subject(report_), report_.diagnostics.front().message));
    }
    if (report_.verdict == InputVerdict::invalid) exit.add(Exit::invalid);
    if (report_.verdict != InputVerdict::invalid && report_.verdict != InputVerdict::valid) exit.add(Exit::not_checked);
  }

  [[nodiscard]] bool valid() const { return report_.verdict == InputVerdict::valid; }
  // Memory is known, and small enough, to show what can be read of it, whatever its verdict.
  [[nodiscard]] bool readable() const {
    return examiner_.codec() != nullptr && report_.verdict != InputVerdict::unreadable && needed_ <= most();
  }
  [[nodiscard]] std::uint64_t most() const { return settings_.examiner.bounds.max_alloc; }

  // Printing needs more memory than validating where text is converted to numbers; the layout does not.
  [[nodiscard]] std::uint64_t memory_needed() const {
    const Codec* codec = examiner_.codec();
    if (codec == nullptr || report_.verdict == InputVerdict::unreadable) return 0;
    const std::uint64_t validating = codec->scratch_bound(examiner_.body(), examiner_.options());
    if (settings_.layout || codec->contents_bound == nullptr || validating > most()) return validating;
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(validating);
    return codec->contents_bound(examiner_.body(), scratch, examiner_.options());
  }
  [[nodiscard]] std::uint64_t value_needed() const {
    const conformance::Model* model = conformance::model_named(examiner_.codec()->id);
    if (model == nullptr || model->show_bound == nullptr) return 0;
    return model->show_bound(examiner_.body(), examiner_.options());
  }

  // Tables and converted text take memory; tensor data are never copied.
  void bound_memory() {
    needed_ = memory_needed();
    if (settings_.layout || !valid()) return;
    if (needed_ > most()) return limit(needed_, "; --layout needs no memory");
    if (settings_.stats || !settings_.json) return;
    const std::uint64_t whole = needed_ + value_needed();
    if (whole > most()) limit(whole, "; --layout and --stats need less memory");
  }
  void limit(std::uint64_t needed, const char* advice) {
    report_.verdict = InputVerdict::limited;
    report_.diagnostics.push_back(
        reports::describe({&conformance::rule<"hallmark/max-alloc">, 0, 0, needed, most(), ""}, Severity::error, ""));
    report_.diagnostics.back().message += advice;
  }

  void print_text() {
    if (!first_) output_.write("\n");
    first_ = false;
    output_.write(headline(report_));
    if (settings_.layout && readable()) {
      print_layout(output_, examiner_, needed_, LayoutForm::text);
    } else if (valid() && settings_.stats) {
      print_contents(examiner_, needed_, StatisticsText(output_));
    } else if (readable()) {
      print_contents(examiner_, needed_, TensorTable(output_, examiner_.body(), valid()));
    }
    if (report_.diagnostics.empty()) return;
    output_.write("\n");
    print_findings(output_, report_, examiner_);
  }

  // The members of an INPUT, then `layout`, `stats` or `value`, written while walking the input.
  void print_json() {
    std::string head = to_json(report_).dump();
    head.pop_back();
    output_.write(head);
    if (settings_.layout && readable()) {
      output_.write(",\"layout\":[");
      print_layout(output_, examiner_, needed_, LayoutForm::json);
      output_.write("]");
    } else if (valid() && settings_.stats) {
      output_.write(",\"stats\":[");
      print_contents(examiner_, needed_, ContentJson(output_));
      output_.write("]");
    } else if (valid()) {
      output_.write(",\"value\":");
      print_value(output_, examiner_);
    }
    output_.write("}\n");
  }

  const InspectSettings& settings_;
  Output& output_;
  Examiner examiner_;
  InputReport report_;
  std::uint64_t needed_ = 0;  // bytes of memory, to print it
  bool first_ = true;
};

}  // namespace

void add_inspect(CLI::App* command, Program& program) {
  auto settings = std::make_shared<InspectSettings>();
  program.operands.add(*command, "PATH", settings->paths, "Files, or - for standard input");
  command->add_option("--format", settings->examiner.format, "Format of all inputs; default auto")->option_text("F");
  command->add_option("--profile", settings->profile, "strict, or compat: some errors become warnings; default strict")
      ->check(CLI::IsMember({"strict", "compat"}))
      ->option_text("P");
  add_limits(*command, settings->examiner);
  add_header_length(*command, settings->examiner);
  add_no_config(*command, settings->no_config);
  command->add_flag("--json", settings->json, "Print JSON: one line for each input, with its values");
  auto* layout =
      command->add_flag("--layout", settings->layout, "Print every byte range with its field")->option_text(" ");
  command->add_flag("--stats", settings->stats, "Print elements, min, max, mean, median, std, histogram of each tensor")
      ->excludes(layout)
      ->option_text(" ");
  command->footer(
      "Of an invalid file, what comes before its first error is shown.\n"
      "Exit codes: 0 valid, 1 invalid, 2 could not be read or is not supported.");
  command->callback([settings, &program] {
    check_format(settings->examiner.format, settings->examiner.header_length.has_value());
    apply(settings->no_config ? Config{} : find_config(), settings->profile, settings->examiner);
    Output output("");
    Inspection(*settings, output).run(program.exit);
  });
}

}  // namespace hallmark::program
