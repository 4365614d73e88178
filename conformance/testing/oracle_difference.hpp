// SPDX-License-Identifier: Apache-2.0
// Compares a codec with an oracle that reports every fault of an input. Without the libraries of tests, so that fuzz
// targets can use it.
#pragma once

#include <string>
#include <vector>

#include "conformance/oracle/oracle.hpp"
#include "conformance/testing/invariants.hpp"

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
      const std::string difference = compared ? oracle.difference(input, options) : "";
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
