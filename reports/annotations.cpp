#include "reports/forms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/deviations.hpp"

namespace hallmark::reports {
namespace {

struct Annotation {
  Severity severity = Severity::note;
  std::string file;  // empty: of the run
  std::string title;
  std::string message;
};

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

std::string line_of(const Annotation& one) {
  std::string line = fmt::format("::{} ", one.severity == Severity::note ? "notice" : to_string(one.severity));
  if (!one.file.empty()) line += fmt::format("file={},", encoded(one.file, true));
  return line + fmt::format("title={}::{}\n", encoded(one.title, true), encoded(one.message, false));
}

// GitHub knows files by their path in the repository, without "./". Standard input is none.
std::string file_of(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path == "-" ? "" : std::string(path);
}

Annotation annotation_of(const InputReport& input, const Diagnostic& finding) {
  std::string where = fmt::format("byte {}{}", finding.offset, finding.part == Part::body ? " of the body" : "");
  if (input.message) where += fmt::format(" of message {}", *input.message);
  if (!finding.path.empty()) where += " at " + finding.path;
  std::string message = fmt::format("{}: {}", where, finding.message);
  if (finding.expected) message += fmt::format(" (expected {})", *finding.expected);
  return {.severity = finding.severity,
          .file = file_of(input.path),
          .title = fmt::format("{} {}", finding.rule, to_string(finding.level)),
          .message = std::move(message)};
}

}  // namespace

std::string annotations(const Results& results) {
  std::vector<Annotation> all;
  for (const ConformanceResult& result : results.conformance) {
    for (const Deviations& group : deviations_of(result.results)) {
      if (group.known()) continue;
      all.push_back({.severity = severity_of(group.tone),
                     .file = "",
                     .title = fmt::format("{}: {} {}", full_name(result.implementation), group.subject, group.level),
                     .message = fmt::format("{} {}", group.op, describe(group))});
    }
  }
  for (const ValidationReport& report : results.validations) {
    for (const InputReport& input : report.inputs) {
      for (const Diagnostic& finding : input.diagnostics) all.push_back(annotation_of(input, finding));
    }
  }
  std::ranges::stable_sort(all, {}, &Annotation::severity);
  std::string text;
  for (const Annotation& one : all) text += line_of(one);
  return text;
}

}  // namespace hallmark::reports
