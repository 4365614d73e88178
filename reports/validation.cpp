#include "reports/validation.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <stdexcept>

#include "reports/excerpt.hpp"

namespace hallmark::reports {
namespace {

constexpr std::array verdicts{InputVerdict::valid, InputVerdict::invalid, InputVerdict::unsupported,
                              InputVerdict::limited, InputVerdict::unreadable};

// Escape sequences of one severity; empty without colour.
Mark mark_of(Severity severity, bool colour) {
  if (!colour) return {};
  switch (severity) {
    case Severity::error: return {"\x1b[1;31m", "\x1b[0m"};
    case Severity::warning: return {"\x1b[1;35m", "\x1b[0m"};
    case Severity::note: return {"\x1b[1;36m", "\x1b[0m"};
  }
  return {};
}

// The finding has a place in the input; others concern the input as a whole.
bool has_place(const InputReport& input, const Diagnostic& diagnostic) {
  const bool inside = input.message || diagnostic.offset <= input.size;
  return input.verdict != InputVerdict::unreadable && inside && diagnostic.rule.rfind("hallmark/", 0) != 0;
}

void append_finding(std::string& out, const InputReport& input, const Diagnostic& diagnostic, Bytes bytes, Bytes body,
                    const ReportStyle& style) {
  const Mark mark = mark_of(diagnostic.severity, style.colour);
  const Mark bold = style.colour ? Mark{"\x1b[1m", "\x1b[0m"} : Mark{};
  const bool placed = has_place(input, diagnostic);
  auto to = std::back_inserter(out);
  fmt::format_to(to, "{}{}", bold.on, subject(input));
  if (placed && diagnostic.part == Part::body) fmt::format_to(to, ":body");
  if (placed) fmt::format_to(to, ":{}", diagnostic.offset);
  fmt::format_to(to, ":{} {}{}:{} {} [{} {}]", bold.off, mark.on, to_string(diagnostic.severity), mark.off,
                 escaped(diagnostic.message), diagnostic.rule, to_string(diagnostic.level));
  if (!diagnostic.path.empty()) fmt::format_to(to, " at {}", diagnostic.path);
  if (diagnostic.expected) fmt::format_to(to, " (expected {})", escaped(*diagnostic.expected));
  out += '\n';
  if (!placed || style.quiet) return;
  out += diagnostic.part == Part::body ? excerpt(body, diagnostic.offset, diagnostic.length, mark, "body")
                                       : excerpt(bytes, diagnostic.offset, diagnostic.length, mark);
}

std::string text_of(const InputReport& input, Bytes bytes, Bytes body, const ReportStyle& style) {
  std::string out;
  for (const Diagnostic& diagnostic : input.diagnostics) {
    if (style.quiet && diagnostic.severity != Severity::error) continue;
    append_finding(out, input, diagnostic, bytes, body, style);
  }
  if (input.more != 0 && !style.quiet) {
    fmt::format_to(std::back_inserter(out), "{}: note: {} more findings; --max-errors shows more\n", subject(input),
                   input.more < 0 ? "there are" : fmt::format("{}", input.more));
  }
  return out;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string text_of(const Summary& summary) {
  std::string out = counted(summary.inputs, "input");
  const char* before = ": ";
  const auto part = [&](std::uint64_t count, std::string_view name) {
    if (count == 0) return;
    fmt::format_to(std::back_inserter(out), "{}{} {}", before, count, name);
    before = ", ";
  };
  part(summary.valid, "valid");
  part(summary.invalid, "invalid");
  part(summary.unsupported, "unsupported");
  part(summary.limited, "limited");
  part(summary.unreadable, "unreadable");
  if (summary.errors != 0) out += "; " + counted(summary.errors, "error");
  if (summary.warnings != 0) out += "; " + counted(summary.warnings, "warning");
  if (summary.skipped != 0) out += fmt::format("; {} skipped", summary.skipped);
  return out + "\n";
}

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

// The enumerator named by a member.
template <class T, std::size_t n>
T named(const Json& json, const char* member, const std::array<T, n>& all) {
  const std::string name = text_at(json, member);
  for (const T one : all) {
    if (to_string(one) == name) return one;
  }
  throw std::runtime_error(fmt::format("\"{}\" cannot be \"{}\"", member, escaped(name)));
}

Category category_named(const Json& json) {
  constexpr auto last = static_cast<unsigned>(Category::resource_limit);
  const std::string name = text_at(json, "category");
  for (unsigned i = 0; i <= last; ++i) {
    if (to_string(static_cast<Category>(i)) == name) return static_cast<Category>(i);
  }
  throw std::runtime_error(fmt::format("\"category\" cannot be \"{}\"", escaped(name)));
}

Diagnostic diagnostic_from(const Json& json) {
  Diagnostic diagnostic;
  diagnostic.rule = text_at(json, "rule");
  diagnostic.level = named(json, "level", std::array{Level::must, Level::should, Level::decision, Level::limit});
  diagnostic.clause = text_at(json, "clause");
  diagnostic.severity = named(json, "severity", std::array{Severity::error, Severity::warning, Severity::note});
  diagnostic.category = category_named(json);
  diagnostic.offset = number_at(json, "offset");
  diagnostic.length = number_at(json, "length");
  if (json.contains("part")) diagnostic.part = named(json, "part", std::array{Part::head, Part::body});
  diagnostic.path = text_at(json, "path");
  diagnostic.message = text_at(json, "message");
  if (json.contains("expected")) diagnostic.expected = text_at(json, "expected");
  if (json.contains("actual")) diagnostic.actual = text_at(json, "actual");
  return diagnostic;
}

std::int64_t more_from(const Json& json) {
  if (json.is_number_integer() && json.get<std::int64_t>() >= -1) return json.get<std::int64_t>();
  throw std::runtime_error("\"more\" is not an integer from -1");
}

InputReport input_from(const Json& json) {
  InputReport input;
  input.path = text_at(json, "path");
  if (json.contains("message")) input.message = number_at(json, "message");
  if (!at(json, "format").is_null()) input.format = text_at(json, "format");
  input.size = number_at(json, "size");
  if (json.contains("compression")) input.compression = text_at(json, "compression");
  input.verdict = named(json, "verdict", verdicts);
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
  ++inputs;
  switch (input.verdict) {
    case InputVerdict::valid: ++valid; break;
    case InputVerdict::invalid: ++invalid; break;
    case InputVerdict::unsupported: ++unsupported; break;
    case InputVerdict::limited: ++limited; break;
    case InputVerdict::unreadable: ++unreadable; break;
  }
  for (const Diagnostic& diagnostic : input.diagnostics) {
    if (diagnostic.severity == Severity::error) ++errors;
    if (diagnostic.severity == Severity::warning) ++warnings;
  }
}

Json to_json(const InputReport& input) {
  Json diagnostics = Json::array();
  for (const Diagnostic& diagnostic : input.diagnostics) diagnostics.push_back(to_json(diagnostic));
  Json json = {{"path", as_utf8(input.path)}};
  if (input.message) json["message"] = number(*input.message);
  json["format"] = input.format ? Json(*input.format) : Json();
  json["size"] = number(input.size);
  if (input.compression) json["compression"] = *input.compression;
  json["verdict"] = to_string(input.verdict);
  json["diagnostics"] = std::move(diagnostics);
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
  return json;
}

ValidationReport validation_from(const Json& json) {
  ValidationReport report;
  report.hallmark = text_at(json, "hallmark");
  report.profile = named(json, "profile", std::array{Profile::strict, Profile::compat});
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
  if (to_json(report.summary) != at(json, "summary")) throw std::runtime_error("\"summary\" does not match the inputs");
  return report;
}

std::string ValidationWriter::opening() const {
  if (style_.form != ReportForm::json) return "";
  const std::string config =
      style_.config.empty() ? "" : fmt::format("\"config\": {}, ", Json(as_utf8(style_.config)).dump());
  return fmt::format("{{\"hallmark\": \"{}\", \"profile\": \"{}\", {}\"inputs\": [", HALLMARK_VERSION,
                     to_string(style_.profile), config);
}

std::string ValidationWriter::separator(bool first) const {
  if (style_.form != ReportForm::json) return "";
  return first ? "\n" : ",\n";
}

std::string ValidationWriter::input(const InputReport& input, Bytes bytes, Bytes body) const {
  switch (style_.form) {
    case ReportForm::text: return text_of(input, bytes, body, style_);
    case ReportForm::json: return to_json(input).dump();
    case ReportForm::ndjson: return to_json(input).dump() + "\n";
  }
  return "";
}

std::string ValidationWriter::closing(const Summary& summary) const {
  switch (style_.form) {
    case ReportForm::text: return style_.quiet ? "" : text_of(summary) + text_of_config(style_.config);
    case ReportForm::json: return "\n], \"summary\": " + to_json(summary).dump() + "}\n";
    case ReportForm::ndjson: return "";
  }
  return "";
}

}  // namespace hallmark::reports
