// Compares a codec with an oracle that reports every fault of an input.
#pragma once

#include <functional>

#include "conformance/testing/expected_report.hpp"
#include "conformance/testing/property.hpp"

namespace hallmark::testing {

[[nodiscard]] inline std::string list_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += fmt::format("{} {} at {}+{} {}; ", to_string(fault.severity), fault.rule, fault.offset, fault.length,
                        fault.path);
  }
  return text.empty() ? "nothing" : text;
}

// faults_of gives the findings of a codec as an oracle would report them.
[[nodiscard]] inline std::vector<Fault> faults_of(const conformance::Outcome& outcome) {
  std::vector<Fault> faults;
  for (const conformance::Finding& one : outcome.findings) {
    faults.push_back({std::string(one.rule->id), one.offset, one.length, one.path, one.severity,
                      hallmark::verdict_of(one.rule->kind)});
  }
  return faults;
}

using ReportUnder = std::function<OracleReport(const Options&)>;

// difference_from_oracle is empty unless in either profile the codec and the oracle differ: in what they report, notes
// and warnings included, in the error that decides, or in the verdict.
[[nodiscard]] inline std::string difference_from_oracle(const Codec& codec, Bytes input, Options options,
                                                        const ReportUnder& report_under) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const OracleReport expected = report_under(options);
    const conformance::Outcome outcome = conformance::run_codec(codec, input, options);
    const std::vector<Fault> found = faults_of(outcome);
    const Violation& decoded = outcome.decoded;
    const bool same_decision = agree(decoded, expected.decisive());
    if (found == expected.faults && outcome.verdict == expected.verdict() && same_decision) continue;
    return fmt::format("{} {}: found {}, the oracle reports {}; decode {}; {}", codec.id, to_string(profile),
                       list_of(found), list_of(expected.faults), decoded.rule == nullptr ? "accepts" : decoded.rule->id,
                       hex(input));
  }
  return "";
}

// agrees_with_oracle fails the property, with the input, where they differ.
inline void agrees_with_oracle(const Codec& codec, Bytes input, const Options& options,
                               const ReportUnder& report_under) {
  const std::string difference = difference_from_oracle(codec, input, options, report_under);
  if (!difference.empty()) RC_FAIL(difference);
}

}  // namespace hallmark::testing
