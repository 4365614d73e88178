// SPDX-License-Identifier: Apache-2.0
// Fuzz target: all that `hallmark inspect` prints of an input, as text and as JSON: contents or value, layout,
// statistics. Text is fit for a terminal. JSON is one line, begins with the report of the input, and agrees with the
// input: ranges lie in it, the value is the one that the model decodes, every element of a tensor is counted once.
#include "conformance/examine/rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/show/inspection.hpp"
#include "fuzz/program/judged.hpp"

namespace hallmark::fuzz {
namespace {

std::uint64_t number_in(const Json& object, const char* member) { return reports::JsonAt(object)[member].count(); }

void check_layout(const Json& layout, std::uint64_t size) {
  for (const Json& range : layout) {
    const std::uint64_t offset = number_in(range, "offset");
    invariant(offset <= size && number_in(range, "length") <= size - offset, "a range lies in the input");
    invariant(!range.at("field").get_ref<const std::string&>().empty(), "a range has a field");
  }
}

void check_statistics(const Json& contents) {
  for (const Json& one : contents) {
    if (!one.contains("finite")) continue;
    const std::uint64_t counted =
        number_in(one, "finite") + number_in(one, "nan") + number_in(one, "inf") + number_in(one, "negative_inf");
    invariant(counted == number_in(one, "elements"), "every element is counted once");
    if (one.at("finite") == 0) continue;
    std::uint64_t in_histogram = 0;
    for (const Json& count : one.at("histogram").at("counts")) in_histogram += reports::JsonAt(count).count();
    invariant(in_histogram == number_in(one, "finite"), "every finite element is in the histogram");
  }
}

void check_value(const Json& value, const Examiner& examiner) {
  const conformance::Model* model = conformance::model_named(examiner.codec()->id);
  invariant(model != nullptr, "a format has a model");
  invariant(value == model->decode(examiner.body(), examiner.options()), "the printed value is the value");
}

void check_json(const Json& json, const InputReport& report, const Examiner& examiner,
                const show::InspectionStyle& style) {
  const Json head = reports::to_json(report);
  for (const auto& [name, member] : head.items()) {
    invariant(json.contains(name) && json.at(name) == member, "a line begins with the report of its input");
  }
  const bool valid = report.verdict == InputVerdict::valid;
  const bool plain = !style.layout && !style.stats;
  invariant(json.contains("stats") == (valid && style.stats), "a valid input has statistics");
  invariant(json.contains("value") == (valid && plain), "a valid input has a value");
  invariant(!valid || json.contains("layout") == style.layout, "a valid input has a layout");
  if (json.contains("layout")) check_layout(json.at("layout"), examiner.body().size());
  if (json.contains("stats")) check_statistics(json.at("stats"));
  // Larger data are printed as a hash.
  if (json.contains("value") && examiner.body().size() < most_memory) check_value(json.at("value"), examiner);
}

void inspect(const show::InspectionStyle& style, InputReport report, const Examiner& examiner) {
  show::PrintedText printed;
  show::Inspection(style, most_memory, printed).show(examiner, report);
  if (!style.json) return check_printed(printed.text);
  std::size_t lines = 0;
  for_each_line(printed.text, [&](std::string_view line) {
    check_json(parsed_line(line), report, examiner, style);
    ++lines;
  });
  invariant(lines == 1, "an input is one line of JSON");
}

ExaminerSettings settings_for(Profile profile) {
  ExaminerSettings settings;
  settings.options.profile = profile;
  settings.bounds.max_alloc = most_memory;
  settings.bounds.max_errors = 2;
  return settings;
}

constexpr show::InspectionStyle styles[] = {
    {.columns = narrow_columns},   {.layout = true}, {.stats = true}, {.json = true}, {.json = true, .layout = true},
    {.json = true, .stats = true},
};

}  // namespace

void run_target(const Block& input) {
  static const ExaminerSettings strict = settings_for(Profile::strict);
  static const ExaminerSettings compat = settings_for(Profile::compat);
  for (const ExaminerSettings* settings : {&strict, &compat}) {
    Examiner examiner(*settings);
    bool accepted = false;
    for_each_report(examiner, input.view(), [&](const InputReport& report) {
      accepted = accepted || report.verdict == InputVerdict::valid;
      for (const show::InspectionStyle& style : styles) inspect(style, report, examiner);
    });
    // Of what is valid, the other profile prints the same.
    if (accepted) break;
  }
}

}  // namespace hallmark::fuzz
