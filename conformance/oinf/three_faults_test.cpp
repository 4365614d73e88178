// Three independent faults in one OINF file give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <set>
#include <string>
#include <vector>

#include "conformance/oinf/faults.hpp"

namespace hallmark::oinf {
namespace {

const Codec& codec() { return *codec_named("oinf"); }

using Chosen = testing::Chosen<Fault>;

// independent is true when no fault causes or hides another.
bool independent(const std::vector<Chosen>& chosen) {
  Effect worst = none;
  for (const Chosen& one : chosen) worst = std::max(worst, one.fault->effect);
  std::set<std::string> places;
  for (const Chosen& one : chosen) {
    const std::string name = one.fault->name;
    if (one.fault->place[0] != '\0' && !places.insert(one.fault->place).second) return false;
    if (worst != none && name == "gap") return false;
    if (worst == misplaces && name == "blob padding") return false;
  }
  return true;
}

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one; nothing
// when the faults are not independent.
std::optional<std::string> difference(const std::vector<Chosen>& chosen) {
  if (!independent(chosen)) return std::nullopt;
  Plan plan;
  plan.backwards = !chosen.empty() && chosen.front().slot == 1;
  for (const Chosen& one : chosen) {
    if (one.fault->plan) one.fault->plan(plan, one.slot);
  }
  Draft file(plan);
  std::vector<Expected> expected;
  for (const Chosen& one : chosen) expected.push_back(one.fault->apply(file, one.slot));

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(codec(), file.bytes(), options), std::move(expected),
                             testing::Sequence::any);
}

TEST_CASE("oinf: a valid file whose blobs lie in the other order has no fault") {
  Plan plan;
  plan.backwards = true;
  Draft file(plan);
  CHECK(testing::difference(conformance::run_codec(codec(), file.bytes(), {}), {}, testing::Sequence::any) == "");
}

TEST_CASE("oinf: faults in a valid file are reported, each alone and any three, and nothing else") {
  testing::check_three_faults(all_faults(), slots, 30000, difference, [](const Fault& fault) { return fault.name; });
}

}  // namespace
}  // namespace hallmark::oinf
