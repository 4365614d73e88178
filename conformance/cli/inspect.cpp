// hallmark inspect: what is in a file. Contract, section 2.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "conformance/cli/command.hpp"
#include "conformance/cli/content_text.hpp"
#include "conformance/cli/judge.hpp"
#include "conformance/cli/layout_table.hpp"
#include "conformance/cli/output.hpp"
#include "conformance/cli/preview.hpp"
#include "conformance/kit/model.hpp"
#include "conformance/kit/rules.hpp"
#include "conformance/kit/scratch_memory.hpp"

namespace hallmark::cli {
namespace {

using reports::InputReport;
using reports::InputVerdict;
using reports::Json;

// The value of an input is JSON with the data as base64, held in memory as a whole: several times the input.
constexpr std::uint64_t value_costs = 4;
constexpr const char* indent = "  ";

struct Settings {
  std::string path;
  JudgeSettings judge;
  bool json = false;
  bool layout = false;
  bool stats = false;
};

// Tensors and vectors have a dtype, entries of metadata a type.
std::string type_of(const Json& value) {
  for (const char* member : {"dtype", "type"}) {
    if (value.is_object() && value.contains(member) && value.at(member).is_string()) return value.at(member);
  }
  return "";
}

bool holds_data(const Json& value) {
  return !type_of(value).empty() && value.contains("data") && value.at("data").is_object() &&
         value.at("data").contains("base64");
}

std::string shape_of(const Json& value) {
  if (!value.contains("shape") || !value.at("shape").is_array()) return "";
  std::string out = " [";
  for (const Json& dimension : value.at("shape")) {
    if (out.size() > 2) out += ", ";
    out += dimension.is_string() ? dimension.get<std::string>() : dimension.dump();
  }
  return out + "]";
}

std::string plain(const Json& value) {
  return value.is_string() ? reports::escaped(value.get<std::string>()) : reports::escaped(value.dump());
}

// Everything else that a tensor, vector or entry says of itself.
std::string other_members(const Json& value) {
  std::string line;
  for (const auto& [key, member] : value.items()) {
    if (key == "dtype" || key == "data" || key == "shape" || key == "path" || key == "name" || key == "key") continue;
    if (key == "type" && !value.contains("dtype")) continue;
    line += fmt::format(", {} {}", key, plain(member));
  }
  return line;
}

// One tensor, vector or entry of metadata on a line of its own, its elements on the next.
void print_entry(Output& output, const std::string& name, const Json& value, const std::string& margin) {
  const std::string type = type_of(value);
  std::string line = margin + name + (name.empty() ? "" : ": ") + type + shape_of(value);
  if (!holds_data(value)) {
    const bool absent = value.contains("data") && value.at("data").is_null();
    return output.write(line + (absent ? ", no data" : "") + other_members(value) + "\n");
  }
  const std::vector<std::byte> data = kit::from_base64(value.at("data").at("base64").get<std::string>());
  const auto padding =
      value.contains("padding") ? static_cast<unsigned>(reports::number_from(value.at("padding"))) : 0U;
  if (!value.contains("bits")) line += fmt::format(", {} elements", elements(type, data, padding));
  output.write(fmt::format("{}, {} bytes{}\n", line, data.size(), other_members(value)));
  if (!data.empty()) output.write(margin + indent + preview(type, data, padding) + "\n");
}

// Any value of the common model: members one below the other, tensors in lists with previews.
void print_value(Output& output, const std::string& name, const Json& value, const std::string& margin) {
  if (!value.is_structured()) return output.write(fmt::format("{}{}: {}\n", margin, name, plain(value)));
  const bool list = value.is_array();
  output.write(list ? fmt::format("{}{}: {}\n", margin, name, value.size()) : fmt::format("{}{}:\n", margin, name));
  std::size_t index = 0;
  for (const auto& [key, member] : value.items()) {
    std::string known_as = list ? fmt::format("[{}]", index++) : reports::escaped(key);
    if (!list || type_of(member).empty()) {
      print_value(output, known_as, member, margin + indent);
      continue;
    }
    for (const char* own : {"path", "name", "key"}) {
      if (member.contains(own)) known_as = plain(member.at(own));
    }
    print_entry(output, known_as, member, margin + indent);
  }
}

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
    bound_value();
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

  // What is shown with statistics may need more than judging does: formats whose text is converted.
  [[nodiscard]] std::uint64_t contents_needed() const {
    const std::uint64_t judging = scratch_needed();
    if (judge_.codec()->contents_bound == nullptr) return judging;
    kit::ScratchMemory memory;
    Scratch scratch = memory.of(judging);
    return judge_.codec()->contents_bound(judge_.body(), scratch, judge_.options());
  }

  // A value too large for the memory allowed is not built; the layout has no such bound, statistics seldom one.
  void bound_value() {
    const std::uint64_t most = settings_.judge.bounds.max_alloc;
    if (settings_.layout || !valid()) return;
    if (settings_.stats) return bound(contents_needed(), most, "; --layout needs none");
    const std::uint64_t size = judge_.body().size();
    if (size > most / value_costs) bound(size * value_costs, most, "; --layout and --stats need none");
  }
  void bound(std::uint64_t needed, std::uint64_t most, const char* advice) {
    if (needed <= most) return;
    report_.verdict = InputVerdict::limited;
    report_.diagnostics.push_back(
        reports::describe({&kit::rule::max_alloc, 0, 0, needed, most, ""}, Severity::error, ""));
    report_.diagnostics.back().message += advice;
  }

  [[nodiscard]] Json value() const {
    const kit::Model* model = kit::model_named(judge_.codec()->id);
    return model == nullptr ? Json() : model->decode(judge_.body(), judge_.options());
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
      const Json shown = value();
      if (holds_data(shown)) {
        print_entry(output_, "", shown, indent);
      } else {
        for (const auto& [key, member] : shown.items()) print_value(output_, key, member, indent);
      }
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
      output_.write(",\"value\":" + value().dump(-1, ' ', false, Json::error_handler_t::replace));
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
