#include "reports/validation.hpp"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>
#include <utility>

#include "reports/rule_statistics.hpp"
#include "reports/validation_text.hpp"

namespace hallmark::reports {
namespace {

std::string text_of_config(const std::string& config) {
  return config.empty() ? "" : fmt::format("settings: {}\n", escaped(config));
}

// Parses JSON; `member` is named in errors.
const Json& at(const Json& json, const char* member) {
  if (!json.is_object() || !json.contains(member)) throw std::runtime_error(fmt::format("no member \"{}\"", member));
  return json.at(member);
}

std::string text_at(const Json& json, const char* member) {
  const Json& value = at(json, member);
  if (!value.is_string()) throw std::runtime_error(fmt::format("\"{}\" is not a string", member));
  return value.get<std::string>();
}

std::uint64_t number_at(const Json& json, const char* member) {
  try {
    return number_from(at(json, member));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("\"{}\": {}", member, error.what()));
  }
}

const Json& array_at(const Json& json, const char* member) {
  const Json& value = at(json, member);
  if (!value.is_array()) throw std::runtime_error(fmt::format("\"{}\" is not an array", member));
  return value;
}

// The enumerator named by a member, from `first` to `last`.
template <class T>
T named(const Json& json, const char* member, T last, T first = T{}) {
  const std::string name = text_at(json, member);
  for (auto i = static_cast<unsigned>(first); i <= static_cast<unsigned>(last); ++i) {
    if (to_string(static_cast<T>(i)) == name) return static_cast<T>(i);
  }
  throw std::runtime_error(fmt::format("\"{}\" cannot be \"{}\"", member, escaped(name)));
}

Diagnostic diagnostic_from(const Json& json) {
  Diagnostic diagnostic;
  diagnostic.rule = text_at(json, "rule");
  diagnostic.level = named(json, "level", Level::limit);
  diagnostic.clause = text_at(json, "clause");
  diagnostic.severity = named(json, "severity", Severity::note);
  diagnostic.category = named(json, "category", Category::resource_limit);
  diagnostic.offset = number_at(json, "offset");
  diagnostic.length = number_at(json, "length");
  if (json.contains("part")) diagnostic.part = named(json, "part", Part::body, Part::head);
  diagnostic.path = text_at(json, "path");
  diagnostic.message = text_at(json, "message");
  if (json.contains("expected")) diagnostic.expected = text_at(json, "expected");
  if (json.contains("actual")) diagnostic.actual = text_at(json, "actual");
  return diagnostic;
}

std::int64_t more_from(const Json& json) {
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX;
  if (json.is_number_integer() && fits && json.get<std::int64_t>() >= -1) return json.get<std::int64_t>();
  throw std::runtime_error("\"more\" is not an integer from -1");
}

InputReport input_from(const Json& json) {
  InputReport input;
  input.path = text_at(json, "path");
  if (json.contains("message")) input.message = number_at(json, "message");
  if (!at(json, "format").is_null()) input.format = text_at(json, "format");
  input.size = number_at(json, "size");
  if (json.contains("compression")) input.compression = text_at(json, "compression");
  input.verdict = named(json, "verdict", InputVerdict::unreadable);
  for (const Json& one : array_at(json, "diagnostics")) input.diagnostics.push_back(diagnostic_from(one));
  input.more = more_from(at(json, "more"));
  input.scratch = number_at(json, "scratch");
  if (json.contains("alternative")) input.alternative = text_at(json.at("alternative"), "format");
  return input;
}

}  // namespace

std::string subject(const InputReport& input) {
  return input.message ? fmt::format("{}[{}]", escaped(input.path), *input.message) : escaped(input.path);
}

std::string_view to_string(InputVerdict verdict) noexcept {
  switch (verdict) {
    case InputVerdict::valid: return "valid";
    case InputVerdict::invalid: return "invalid";
    case InputVerdict::unsupported: return "unsupported";
    case InputVerdict::limited: return "limited";
    case InputVerdict::unreadable: return "unreadable";
  }
  return "";
}

InputVerdict input_verdict(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::valid: return InputVerdict::valid;
    case Verdict::invalid: return InputVerdict::invalid;
    case Verdict::unsupported: return InputVerdict::unsupported;
    case Verdict::limited: return InputVerdict::limited;
  }
  return InputVerdict::unreadable;
}

void Summary::add(const InputReport& input) {
  for (const Diagnostic& diagnostic : input.diagnostics) {
    if (diagnostic.severity == Severity::error) errors += diagnostic.times;
    if (diagnostic.severity == Severity::warning) warnings += diagnostic.times;
  }
  ++inputs;
  switch (input.verdict) {
    case InputVerdict::valid: ++valid; break;
    case InputVerdict::invalid: ++invalid; break;
    case InputVerdict::unsupported: ++unsupported; break;
    case InputVerdict::limited: ++limited; break;
    case InputVerdict::unreadable: ++unreadable; break;
  }
  more_counted = more_counted && input.more >= 0;
  more += input.more < 0 ? 1 : static_cast<std::uint64_t>(input.more);
}

Json to_json(const InputReport& input) {
  Json json = {{"path", as_utf8(input.path)}};
  if (input.message) json["message"] = number(*input.message);
  json["format"] = input.format ? Json(*input.format) : Json();
  json["size"] = number(input.size);
  if (input.compression) json["compression"] = *input.compression;
  json["verdict"] = to_string(input.verdict);
  json["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : input.diagnostics) json["diagnostics"].push_back(to_json(diagnostic));
  json["more"] = input.more;
  json["scratch"] = number(input.scratch);
  if (input.alternative) json["alternative"] = {{"format", *input.alternative}};
  return json;
}

Json to_json(const Summary& summary) {
  return {{"inputs", number(summary.inputs)},   {"valid", number(summary.valid)},
          {"invalid", number(summary.invalid)}, {"unsupported", number(summary.unsupported)},
          {"limited", number(summary.limited)}, {"unreadable", number(summary.unreadable)},
          {"skipped", number(summary.skipped)}};
}

Json to_json(const ValidationReport& report) {
  Json inputs = Json::array();
  for (const InputReport& input : report.inputs) inputs.push_back(to_json(input));
  Json json = {{"hallmark", report.hallmark}, {"profile", to_string(report.profile)}};
  if (report.config) json["config"] = as_utf8(*report.config);
  json["inputs"] = std::move(inputs);
  json["summary"] = to_json(report.summary);
  if (!report.complete) json["status"] = "interrupted";
  return json;
}

ValidationReport validation_from(const Json& json) {
  ValidationReport report;
  report.hallmark = text_at(json, "hallmark");
  report.profile = named(json, "profile", Profile::compat);
  if (json.contains("config")) report.config = text_at(json, "config");
  for (const Json& one : array_at(json, "inputs")) {
    try {
      report.inputs.push_back(input_from(one));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("inputs[{}]: {}", report.inputs.size(), error.what()));
    }
    report.summary.add(report.inputs.back());
  }
  report.summary.skipped = number_at(at(json, "summary"), "skipped");
  report.complete = !json.contains("status");
  if (!report.complete && json.at("status") != "interrupted") {
    throw std::runtime_error("\"status\" is not \"interrupted\"");
  }
  if (to_json(report.summary) != at(json, "summary")) throw std::runtime_error("\"summary\" does not match the inputs");
  return report;
}

std::string ValidationWriter::opening() const {
  if (style_.form != ReportForm::json) return "";
  const std::string config =
      style_.config.empty() ? "" : fmt::format("\"config\": {}, ", Json(as_utf8(style_.config)).dump());
  return fmt::format("{{\"hallmark\": \"{}\", \"profile\": \"{}\", {}\"{}\": [", HALLMARK_VERSION,
                     to_string(style_.profile), config, style_.statistics ? "statistics" : "inputs");
}

std::string ValidationWriter::separator(bool first) const {
  if (style_.form != ReportForm::json) return "";
  return first ? "\n" : ",\n";
}

std::string ValidationWriter::input(const InputReport& input, Bytes bytes, Bytes body) const {
  switch (style_.form) {
    case ReportForm::text: return text_of(input, bytes, body, {style_.colour, style_.quiet, style_.columns});
    case ReportForm::json: return to_json(input).dump();
    case ReportForm::ndjson: return to_json(input).dump() + "\n";
  }
  return "";
}

std::string ValidationWriter::statistics(const RuleStatistics& statistics) const {
  if (style_.form == ReportForm::text) return text_of(statistics, {style_.colour, style_.quiet, style_.columns});
  std::string out;
  for (const Json& row : to_json(statistics)) out += separator(out.empty()) + row.dump();
  return out;
}

std::string ValidationWriter::closing(const Summary& summary, bool complete) const {
  switch (style_.form) {
    case ReportForm::text:
      if (style_.quiet) return "";
      return text_of(summary, complete, {style_.colour, style_.quiet, style_.columns}) + text_of_config(style_.config);
    case ReportForm::json:
      return fmt::format("\n], \"summary\": {}{}}}\n", to_json(summary).dump(),
                         complete ? "" : ", \"status\": \"interrupted\"");
    case ReportForm::ndjson: return "";
  }
  return "";
}

}  // namespace hallmark::reports
