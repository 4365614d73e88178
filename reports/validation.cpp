// SPDX-License-Identifier: Apache-2.0
#include "reports/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace hallmark::reports {

std::string subject(const InputReport& input) {
  return input.message ? fmt::format("{}[{}]", escaped(input.path), *input.message) : escaped(input.path);
}

std::string_view file_of(const InputReport& input) noexcept {
  std::string_view path = input.path;
  if (input.member) path.remove_suffix(std::min(path.size(), input.member->size() + 1));
  return path;
}

std::string_view to_string(InputVerdict verdict) noexcept {
  return verdict == InputVerdict::unreadable ? "unreadable" : to_string(static_cast<Verdict>(verdict));
}

void Summary::add(const InputReport& input) {
  for (const Diagnostic& diagnostic : input.diagnostics) {
    if (diagnostic.severity == Severity::error) errors += diagnostic.times;
    if (diagnostic.severity == Severity::warning) warnings += diagnostic.times;
  }
  skipped += input.skipped.value_or(0);
  if (input.skipped) return;
  ++inputs;
  readable += input.compat == InputVerdict::valid ? 1 : 0;
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

std::string RuleStatistics::Row::example() const {
  return fmt::format("{}{}:{}", subject(input), first.part == Part::body ? ":body" : "", first.offset);
}

void RuleStatistics::add(const InputReport& input, std::size_t index) {
  for (const Diagnostic& diagnostic : input.diagnostics) {
    Row& row = rows_[{diagnostic.rule, diagnostic.severity}];
    row.findings += diagnostic.times;
    ++row.inputs;
    if (row.inputs != 1 && row.index <= index) continue;
    row.first = diagnostic;
    row.index = index;
    row.input.path = input.path;
    row.input.message = input.message;
  }
}

std::vector<RuleStatistics::Row> RuleStatistics::worst_first() const {
  std::vector<Row> rows;
  for (const auto& [rule, row] : rows_) rows.push_back(row);
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    return std::tie(a.first.severity, a.first.level, b.findings) <
           std::tie(b.first.severity, b.first.level, a.findings);
  });
  return rows;
}

Json to_json(const RuleStatistics& statistics) {
  Json rows = Json::array();
  for (const RuleStatistics::Row& row : statistics.worst_first()) {
    Json example = {{"path", as_utf8(row.input.path)}};
    if (row.input.message) example["message"] = number(*row.input.message);
    if (row.first.part != Part::whole) example["part"] = to_string(row.first.part);
    example["offset"] = number(row.first.offset);
    rows.push_back({{"rule", row.first.rule},
                    {"level", to_string(row.first.level)},
                    {"clause", row.first.clause},
                    {"severity", to_string(row.first.severity)},
                    {"findings", number(row.findings)},
                    {"inputs", number(row.inputs)},
                    {"example", std::move(example)}});
  }
  return rows;
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
    case ReportForm::text: return text_of(input, bytes, body, style_);
    case ReportForm::json: return to_json(input).dump();
    case ReportForm::ndjson: return to_json(input).dump() + "\n";
  }
  return "";
}

std::string ValidationWriter::statistics(const RuleStatistics& statistics) const {
  if (style_.form == ReportForm::text) return text_of(statistics, style_);
  std::string out;
  for (const Json& row : to_json(statistics)) out += separator(out.empty()) + row.dump();
  return out;
}

std::string ValidationWriter::closing(const Summary& summary, bool complete) const {
  switch (style_.form) {
    case ReportForm::text:
      if (style_.quiet) return "";
      return text_of(summary, complete, style_) +
             (style_.config.empty() ? "" : fmt::format("settings: {}\n", escaped(style_.config)));
    case ReportForm::json:
      return fmt::format("\n], \"summary\": {}{}}}\n", to_json(summary).dump(),
                         complete ? "" : ", \"status\": \"interrupted\"");
    case ReportForm::ndjson: return "";
  }
  return "";
}

}  // namespace hallmark::reports
