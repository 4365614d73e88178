// SPDX-License-Identifier: Apache-2.0
// Rules of no format, and a sink that keeps what is reported: for tests of what reports findings.
#pragma once

#include <string>
#include <vector>

#include "codecs/core/reader.hpp"
#include "conformance/model/path_text.hpp"

namespace hallmark::testing {

constexpr Rule rule_of(std::string_view id, Kind kind, bool compat = false, Severity severity = Severity::error) {
  return {.id = id,
          .kind = kind,
          .category = Category::bad_value,
          .level = Level::must,
          .clause = {},
          .title = "",
          .message = "",
          .expected = "",
          .severity = severity,
          .compat = compat};
}

inline constexpr Rule truncated = rule_of("test/truncated", Kind::malformed);
inline constexpr Rule malformed = rule_of("test/malformed", Kind::malformed);
inline constexpr Rule wrong = rule_of("test/wrong", Kind::invalid);
inline constexpr Rule also_wrong = rule_of("test/also-wrong", Kind::invalid);
inline constexpr Rule deployed = rule_of("test/deployed", Kind::invalid, true);
inline constexpr Rule remark = rule_of("test/remark", Kind::invalid, false, Severity::warning);
inline constexpr Rule newer = rule_of("test/newer", Kind::unsupported);
inline constexpr Rule newer_still = rule_of("test/newer-still", Kind::unsupported);
inline constexpr Rule deep = rule_of("test/deep", Kind::limit);

// Report is a finding as a sink gets it.
struct Report {
  const Rule* rule;
  std::uint64_t offset;
  std::uint64_t length;
  Severity severity;
  std::string path;
};

// Sink keeps what is reported, and has enough after so many reports.
class Sink final : public DiagnosticSink {
 public:
  explicit Sink(std::size_t enough = SIZE_MAX) : enough_(enough) {}
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    const std::string path = conformance::path_of(place, violation);
    reports.push_back({violation.rule, violation.offset, violation.length, severity, path});
    return reports.size() < enough_;
  }
  std::vector<Report> reports;

 private:
  std::size_t enough_;
};

using Rules = std::vector<const Rule*>;

inline Rules rules_of(const Sink& sink) {
  Rules rules;
  for (const Report& report : sink.reports) rules.push_back(report.rule);
  return rules;
}

}  // namespace hallmark::testing
