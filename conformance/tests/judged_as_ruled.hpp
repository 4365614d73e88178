// judged_as_ruled: a codec against an oracle that tells every fault of an input.
#pragma once

#include <functional>

#include "conformance/tests/property.hpp"
#include "conformance/tests/ruling.hpp"

namespace hallmark::property {

[[nodiscard]] inline std::string told(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += fmt::format("{} {} at {}+{} {}; ", to_string(fault.severity), fault.rule, fault.offset, fault.length,
                        fault.path);
  }
  return text.empty() ? "nothing" : text;
}

// judged_as_ruled fails the property, with the input, when in either profile a report differs from the rulings, notes
// and warnings included, or the error that decides, or the verdict.
inline void judged_as_ruled(const Codec& codec, Bytes input, Options options,
                            const std::function<Ruling(const Options&)>& ruling_under) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const Ruling ruling = ruling_under(options);
    const kit::Judgement judgement = kit::judge(codec, input, options);
    std::vector<Fault> found;
    for (const kit::Finding& one : judgement.findings) {
      found.push_back({std::string(one.rule->id), one.offset, one.length, one.path, one.severity,
                       hallmark::verdict_of(one.rule->kind)});
    }
    const Violation& decoded = judgement.decoded;
    const bool decides = agree(decoded, ruling.decisive());
    if (found == ruling.faults && judgement.verdict == ruling.verdict() && decides) continue;
    RC_FAIL(fmt::format("{} {}: found {}, the rulings say {}; decode {}; {}", codec.id, to_string(profile), told(found),
                        told(ruling.faults), decoded.rule == nullptr ? "accepts" : decoded.rule->id, hex(input)));
  }
}

}  // namespace hallmark::property
