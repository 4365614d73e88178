// SPDX-License-Identifier: Apache-2.0
// hallmark convert: write Futhark values in the other form, text or binary.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "conformance/examine/detect.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/examining.hpp"
#include "conformance/program/output.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::program {
namespace {

using reports::InputReport;
using reports::InputVerdict;

struct ConvertSettings {
  std::string path;
  std::string output;
  std::string to;
  std::string profile = "strict";
  bool line_feeds = false;
  ExaminerSettings examiner{.format = "futhark", .options = {}, .header_length = {}, .size = {}, .bounds = {}};
};

class ToOutput final : public futhark::ByteSink {
 public:
  explicit ToOutput(Output& output) : output_(output) {}
  // The encoder is noexcept: write stores an exception, and check rethrows it.
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

// Conversion walks a file three times: to validate it, to check that every value can be written, and to write. A file
// that cannot be converted completely leaves no partial output.
class Conversion {
 public:
  explicit Conversion(const ConvertSettings& settings)
      : settings_(settings),
        examiner_(settings.examiner),
        style_{.form = settings.to == "text" ? Form::text : Form::binary, .line_feeds = settings.line_feeds} {}

  void run(ExitCode& exit) {
    report_ = examiner_.examine({.path = settings_.path, .problem = "", .standard_input = settings_.path == "-"});
    if (report_.verdict == InputVerdict::valid) convert();
    if (!examiner_.confirm(report_))
      throw std::runtime_error(report_.path + ": " + report_.diagnostics.front().message);
    if (report_.verdict == InputVerdict::valid) return;
    print_findings();
    if (const Codec* other = conformance::codec_by_start(examiner_.bytes())) {
      warn(fmt::format("hallmark: this is {} ({}); only Futhark values can be converted\n", other->title, other->id));
    }
    exit.add(report_.verdict == InputVerdict::invalid ? Exit::invalid : Exit::not_checked);
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
      const bool view = value.form == Form::binary;  // its data are a span of the input
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

  // Standard output may receive the values, so findings go to standard error.
  void print_findings() const {
    const reports::ValidationWriter writer(
        {.form = reports::ReportForm::text, .profile = Profile::strict, .colour = false, .quiet = false});
    warn(writer.input(report_, examiner_.bytes()));
  }

  const ConvertSettings& settings_;
  Examiner examiner_;
  futhark::Style style_;
  InputReport report_;
};

}  // namespace

void add_convert(CLI::App* command, Program& program) {
  auto settings = std::make_shared<ConvertSettings>();
  program.operands.add(*command, "PATH", settings->path, "File, or - for standard input");
  command->add_option("--format", settings->examiner.format, "Format of the input; only futhark has two forms")
      ->check(CLI::IsMember({"futhark"}))
      ->option_text("F");
  command->add_option("--to", settings->to, "Form to write: text or binary")
      ->required()
      ->check(CLI::IsMember({"text", "binary"}))
      ->option_text("FORM");
  command->add_option("-o", settings->output, "Write to FILE instead of standard output")->option_text("FILE");
  command->add_flag("--line-feeds", settings->line_feeds, "Write a line feed after each binary value")
      ->option_text(" ");
  add_reading(*command, settings->examiner, settings->profile, "How the input is read: strict or compat");
  command->callback([settings, &program] {
    check_format(settings->examiner.format, false);
    settings->examiner.options.profile = settings->profile == "compat" ? Profile::compat : Profile::strict;
    OutputFile(settings->output).must_not_be(settings->path);
    Conversion(*settings).run(program.exit);
  });
}

}  // namespace hallmark::program
