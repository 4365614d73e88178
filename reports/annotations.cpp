// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "reports/deviations.hpp"
#include "reports/forms.hpp"
#include "reports/score.hpp"

namespace hallmark::reports {
namespace {

using Lines = std::vector<std::pair<Severity, std::string>>;

// The escapes of workflow commands; properties end at a comma or a colon too.
std::string encoded(std::string_view text, bool property) {
  std::string out;
  for (const char c : escaped(text)) {
    if (c == '%' || (property && (c == ':' || c == ','))) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// Without a file an annotation is of the run.
void add(Lines& lines, Severity severity, std::string_view file, std::string_view title, std::string_view message) {
  std::string line = fmt::format("::{} ", severity == Severity::note ? "notice" : to_string(severity));
  if (!file.empty()) line += fmt::format("file={},", encoded(file, true));
  lines.emplace_back(severity, fmt::format("{}title={}::{}\n", line, encoded(title, true), encoded(message, false)));
}

// GitHub knows files by their path in the repository, without "./". Standard input is none.
std::string_view file_shown(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path == "-" ? "" : path;
}

void add(Lines& lines, const InputReport& input, const Diagnostic& finding) {
  std::string where = fmt::format("byte {}{}", finding.offset, finding.part == Part::body ? " of the body" : "");
  if (input.message) where += fmt::format(" of message {}", *input.message);
  if (input.member) where += fmt::format(" of member {}", *input.member);
  if (!finding.path.empty()) where += " at " + finding.path;
  std::string message = fmt::format("{}: {}", where, finding.message);
  if (finding.expected) message += fmt::format(" (expected {})", *finding.expected);
  add(lines, finding.severity, file_shown(file_of(input)), fmt::format("{} {}", finding.rule, to_string(finding.level)),
      message);
}

}  // namespace

std::string annotations(const Results& results) {
  Lines lines;
  for (const ConformanceResult& result : results.conformance) {
    const std::vector<Deviations> groups = deviations_of(result.results);
    const bool news = std::ranges::any_of(groups, [](const Deviations& group) { return !group.known(); });
    for (const Run& run : result.runs) {
      if (!news) continue;
      add(lines, Severity::note, "",
          fmt::format("{}: {} {} {}", full_name(result.implementation), run.format, run.op, verdict_of(result, run)),
          sentence(run.verdict, score_of(result, run)));
    }
    for (const Deviations& group : groups) {
      if (group.known()) continue;
      add(lines, severity_of(group.tone), "",
          fmt::format("{}: {} {}", full_name(result.implementation), group.subject, group.level),
          fmt::format("{} {}", group.op, describe(group)));
    }
  }
  for (const ValidationReport& report : results.validations) {
    for (const InputReport& input : report.inputs) {
      for (const Diagnostic& finding : input.diagnostics) add(lines, input, finding);
    }
  }
  std::ranges::stable_sort(lines, {}, &Lines::value_type::first);
  std::string text;
  for (const auto& [severity, line] : lines) text += line;
  return text;
}

}  // namespace hallmark::reports
