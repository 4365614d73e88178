// hallmark convert: the values of a file in the other form. Contract, section 2.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "conformance/examine/rules.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/examiner.hpp"
#include "conformance/program/output.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::program {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct Settings {
  std::string path;
  std::string output;
  std::string to;
  std::string profile = "strict";
  bool line_feeds = false;
  ExaminerSettings examiner{.format = "futhark", .options = {}, .header_length = {}, .bounds = {}};
};

class ToOutput final : public futhark::ByteSink {
 public:
  explicit ToOutput(Output& output) : output_(output) {}
  // write keeps what goes wrong until the encoder, which knows no exceptions, has come back.
  void write(Bytes piece) noexcept override try {
    if (!failed_) output_.write(as_text(piece));
  } catch (...) {
    failed_ = std::current_exception();
  }
  void check() const {
    if (failed_) std::rethrow_exception(failed_);
  }

 private:
  Output& output_;
  std::exception_ptr failed_;
};

// Conversion reads a file three times: to judge it, to see whether all of it can be written, and to write it. So
// nothing is written of a file that cannot be converted as a whole.
class Conversion {
 public:
  explicit Conversion(const Settings& settings)
      : settings_(settings),
        examiner_(settings.examiner),
        style_{.form = settings.to == "text" ? Form::text : Form::binary, .line_feeds = settings.line_feeds} {}

  void run(ExitCode& exit) {
    report_ = examiner_.examine({.path = settings_.path, .problem = "", .standard_input = settings_.path == "-"});
    if (report_.verdict == InputVerdict::valid) convert();
    if (!examiner_.confirm(report_))
      throw std::runtime_error(report_.path + ": " + report_.diagnostics.front().message);
    if (report_.verdict == InputVerdict::valid) return;
    tell();
    exit.add(report_.verdict == InputVerdict::invalid ? Exit::invalid : Exit::not_judged);
  }

 private:
  void convert() {
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(futhark::scratch_bound(examiner_.bytes(), examiner_.options()));
    const auto stream = futhark::decode(examiner_.bytes(), scratch, examiner_.options());
    if (!stream) return;
    const std::uint64_t needed = futhark::read_scratch(*stream, examiner_.options());
    if (needed > settings_.examiner.bounds.max_alloc) {
      return refuse({&conformance::rule<"hallmark/max-alloc">, 0, 0, needed, settings_.examiner.bounds.max_alloc, ""},
                    "", InputVerdict::limited);
    }
    scratch = memory.of(needed);
    if (!all_can_be_written(*stream, scratch)) return;
    Output output(settings_.output);
    ToOutput sink(output);
    futhark::Values values(*stream, scratch, examiner_.options());
    for (futhark::ValueView value; values.next(value);) {
      (void)futhark::write(value.tensor, style_, sink);
      sink.check();
    }
    output.finish();
  }

  bool all_can_be_written(const futhark::StreamView& stream, const Scratch& scratch) {
    futhark::Values values(stream, scratch, examiner_.options());
    std::uint64_t index = 0;
    for (futhark::ValueView value; values.next(value); ++index) {
      Violation broken = futhark::refusal(value.tensor, style_);
      if (broken.rule == nullptr) continue;
      const bool view = value.form == Form::binary;  // its data lie in the input
      broken.offset += view ? static_cast<std::uint64_t>(value.tensor.data.data() - stream.input.data()) : value.offset;
      refuse(broken, fmt::format("values[{}].{}", index, broken.field), InputVerdict::invalid);
      return false;
    }
    return true;
  }

  void refuse(const Violation& violation, const std::string& path, InputVerdict verdict) {
    report_.verdict = verdict;
    report_.diagnostics.push_back(reports::describe(violation, Severity::error, path));
  }

  // Where the values may go to standard output, findings go to standard error.
  void tell() const {
    const reports::ValidationWriter writer(
        {.form = reports::ReportForm::text, .profile = Profile::strict, .colour = false, .quiet = false});
    warn(writer.input(report_, examiner_.bytes()));
  }

  const Settings& settings_;
  Examiner examiner_;
  futhark::Style style_;
  InputReport report_;
};

}  // namespace

void add_convert(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("convert", "Write the values of a file in the other form");
  program.operands.add(*command, "PATH", settings->path, "A file, or - for standard input");
  command->add_option("--format", settings->examiner.format, "Format; futhark, the one that has two forms")
      ->check(CLI::IsMember({"futhark"}))
      ->option_text("F");
  command->add_option("--to", settings->to, "text or binary")
      ->required()
      ->check(CLI::IsMember({"text", "binary"}))
      ->option_text("FORM");
  command->add_option("-o", settings->output, "Where to write; default standard output")->option_text("FILE");
  command->add_flag("--line-feeds", settings->line_feeds, "A line feed behind each binary value")->option_text(" ");
  command->add_option("--profile", settings->profile, "strict or compat: what is read")
      ->check(CLI::IsMember({"strict", "compat"}))
      ->option_text("P");
  add_limits(*command, settings->examiner);
  command->callback([settings, &program] {
    check_format(settings->examiner.format, false);
    settings->examiner.options.profile = settings->profile == "compat" ? Profile::compat : Profile::strict;
    Conversion(*settings).run(program.exit);
  });
}

}  // namespace hallmark::program
