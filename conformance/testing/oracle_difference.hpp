// SPDX-License-Identifier: Apache-2.0
// Compares a codec with an oracle that reports every fault of an input. Without the libraries of tests, so that fuzz
// targets can use it.
#pragma once

#include <string>
#include <vector>

#include "conformance/oracle/oracle.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "conformance/testing/invariants.hpp"
#include "hallmark/core/message.hpp"

namespace hallmark::testing {

[[nodiscard]] inline std::string list_of(const std::vector<conformance::Fault>& faults) {
  std::string text;
  for (const conformance::Fault& fault : faults) {
    text += std::string(to_string(fault.severity)) + " " + fault.rule + " at " + std::to_string(fault.offset) + "+" +
            std::to_string(fault.length) + " " + fault.path + "; ";
  }
  return text.empty() ? "nothing" : text;
}

// faults_of gives the findings of a codec as an oracle would report them.
[[nodiscard]] inline std::vector<conformance::Fault> faults_of(const conformance::Outcome& outcome) {
  std::vector<conformance::Fault> faults;
  for (const conformance::Finding& one : outcome.findings) {
    faults.push_back({std::string(one.rule->id), one.offset, one.length, one.path, one.severity,
                      hallmark::verdict_of(one.rule->kind)});
  }
  return faults;
}

// fault_of_line is empty for the line that a program prints of a finding; those of the rules hallmark/… have no offset.
[[nodiscard]] inline std::string fault_of_line(const conformance::Finding& finding) {
  const Rule& rule = *finding.rule;
  const bool placed = !rule.id.starts_with("hallmark/");
  const auto text = [](std::string_view view) { return std::string(view); };
  const std::string begin = (placed ? std::to_string(finding.offset) + ": " : "") + text(to_string(finding.severity));
  const std::string named = " [" + text(rule.id) + " " + text(to_string(rule.level)) + "]";
  const std::string end = named + (finding.path.empty() ? "" : " at " + finding.path);
  const std::string& line = finding.line;
  if (line.empty()) return "";
  const std::size_t at = line.find(end);
  const std::string_view expected = at == std::string::npos ? line : std::string_view(line).substr(at + end.size());
  const bool names = expected.starts_with(" (expected ") && expected.ends_with(")\n");
  const bool whole = rule.expected.empty() ? expected == "\n" : names;
  if (!line.starts_with(begin + ": ") || !whole) return "the line of a finding is \"" + line + "\"";
  return conformance::fault_of_path(line.substr(0, line.size() - 1));
}

// fault_of_lines checks the lines of all findings, and that the decisive one is found again for what decode gave.
[[nodiscard]] inline std::string fault_of_lines(const Codec& codec, Bytes input, const Options& options,
                                                const conformance::Outcome& outcome) {
  const Violation& decoded = outcome.decoded;
  conformance::StringSink alone;
  DiagnosticText only(alone, &decoded);
  std::vector<std::byte> memory(static_cast<std::size_t>(outcome.scratch_bound));
  Scratch scratch(memory);
  if (decoded.rule != nullptr) (void)codec.validate(input, scratch, options, only);
  const std::string line = alone.take();
  bool found = decoded.rule == nullptr;
  for (const conformance::Finding& one : outcome.findings) {
    if (std::string fault = fault_of_line(one); !fault.empty()) return fault;
    found = found || one.line.empty() || one.line == line;
  }
  return found ? "" : "the line of the decisive error is \"" + line + "\"";
}

// difference_from_oracle is empty unless in either profile the codec and the oracle differ: in what they report, notes
// and warnings included, in the error that decides, or in the verdict.
[[nodiscard]] inline std::string difference_from_oracle(const Codec& codec, Bytes input, Options options) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const conformance::Oracle& oracle = conformance::oracle_of(codec.id);
    const conformance::OracleReport expected = oracle.report(input, options);
    const conformance::Outcome outcome = conformance::run_codec(codec, input, options);
    const std::vector<conformance::Fault> found = faults_of(outcome);
    const Violation& decoded = outcome.decoded;
    const bool same_decision = agree(decoded, expected.decisive());
    if (found == expected.faults && outcome.verdict == expected.verdict() && same_decision) {
      const bool compared = oracle.difference != nullptr && outcome.verdict == Verdict::valid;
      std::string difference = compared ? oracle.difference(input, options) : "";
      if (difference.empty()) difference = fault_of_lines(codec, input, options, outcome);
      if (difference.empty() && oracle.embedded != nullptr) difference = oracle.embedded(input, options);
      if (!difference.empty()) return std::string(codec.id) + ": " + difference;
      continue;
    }
    return std::string(codec.id) + " " + std::string(to_string(profile)) + ": found " + list_of(found) +
           ", the oracle reports " + list_of(expected.faults) + "; decode " +
           std::string(decoded.rule == nullptr ? "accepts" : decoded.rule->id);
  }
  return "";
}

}  // namespace hallmark::testing
