// agrees_with_oracle: a codec against an oracle that tells every fault of an input.
#pragma once

#include <functional>

#include "conformance/testing/expected_report.hpp"
#include "conformance/testing/property.hpp"

namespace hallmark::testing {

[[nodiscard]] inline std::string told(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += fmt::format("{} {} at {}+{} {}; ", to_string(fault.severity), fault.rule, fault.offset, fault.length,
                        fault.path);
  }
  return text.empty() ? "nothing" : text;
}

// agrees_with_oracle fails the property, with the input, when in either profile a report differs from the rulings,
// notes and warnings included, or the error that decides, or the verdict.
inline void agrees_with_oracle(const Codec& codec, Bytes input, Options options,
                               const std::function<OracleReport(const Options&)>& report_under) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const OracleReport expected = report_under(options);
    const conformance::Outcome outcome = conformance::run_codec(codec, input, options);
    std::vector<Fault> found;
    for (const conformance::Finding& one : outcome.findings) {
      found.push_back({std::string(one.rule->id), one.offset, one.length, one.path, one.severity,
                       hallmark::verdict_of(one.rule->kind)});
    }
    const Violation& decoded = outcome.decoded;
    const bool decides = agree(decoded, expected.decisive());
    if (found == expected.faults && outcome.verdict == expected.verdict() && decides) continue;
    RC_FAIL(fmt::format("{} {}: found {}, the rulings say {}; decode {}; {}", codec.id, to_string(profile), told(found),
                        told(expected.faults), decoded.rule == nullptr ? "accepts" : decoded.rule->id, hex(input)));
  }
}

}  // namespace hallmark::testing
