// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/one_shot_claims.hpp"

#include <algorithm>
#include <map>

#include "codecs/core/manifest.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Operation;

std::vector<std::string> features_of(const Plan& plan, std::string_view format) {
  std::vector<std::string> features = plan.features;
  const Codec* codec = codec_named(format);
  if (codec == nullptr) return features;
  for (const manifest::Feature& feature : manifest::family_of(*codec).features) {
    if (feature.one_shot != manifest::OneShot::assumed || contains(features, feature.name)) continue;
    if (!contains(features, feature.unless)) features.emplace_back(feature.name);
  }
  return features;
}

// Claim is what the answers show of one format.
struct Claim {
  std::optional<bool> with_values;  // as the first valid vector that was accepted shows
  bool ran = false;
};

std::map<std::string_view, Claim> claims_of(const std::vector<Case>& cases) {
  std::map<std::string_view, Claim> claims;
  for (const Case& test : cases) {
    Claim& claim = claims[test.vector->format];
    claim.ran = claim.ran || conformance::ran(conformance::kind_of(test.result));
    const bool accepted = test.vector->verdict == Verdict::valid && test.result.actual.result == "accepted";
    if (accepted && !claim.with_values) claim.with_values = !test.valueless;
  }
  return claims;
}

}  // namespace

std::set<std::string> features_in_one_shot_mode() {
  std::set<std::string> names{"verdict-only"};
  for (const manifest::Family& family : manifest::all_families()) {
    for (const manifest::Feature& feature : family.features) {
      if (feature.one_shot != manifest::OneShot::never) names.emplace(feature.name);
    }
  }
  return names;
}

Hello one_shot_hello(const Plan& plan, const conformance::Corpus& corpus) {
  Hello hello;
  const std::string op(conformance::to_string(plan.operation.value_or(Operation::decode)));
  for (const conformance::VectorFile& file : corpus.files) {
    const bool known = std::ranges::count(hello.capabilities, file.format, &Capability::format) != 0;
    if (!known) hello.capabilities.push_back({file.format, {op}, features_of(plan, file.format)});
  }
  return hello;
}

void settle_values(std::vector<Case>& cases, Hello& hello) {
  const std::map<std::string_view, Claim> claims = claims_of(cases);
  const auto claim_of = [&](std::string_view format) {
    const auto found = claims.find(format);
    return found == claims.end() ? Claim{} : found->second;
  };
  for (Case& test : cases) {
    if (!test.valueless || test.vector->verdict != Verdict::valid) continue;
    if (claim_of(test.vector->format).with_values.value_or(true)) continue;
    test.verdict_only = true;
    test.result = conformance::score(*test.vector, test.operation, answer_of(Answer::Kind::accepted, ""), true);
  }
  for (Capability& capability : hello.capabilities) {
    const Claim claim = claim_of(capability.format);
    if (!claim.ran) continue;
    if (!claim.with_values.value_or(true) && !capability.has("verdict-only")) {
      capability.features.emplace_back("verdict-only");
    }
    hello.implementation.capabilities.push_back(as_json(capability));
  }
}

}  // namespace hallmark::runner
