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

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one.
std::string difference(const std::vector<Chosen>& chosen, bool backwards) {
  Plan plan;
  plan.backwards = backwards;
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

TEST_CASE("oinf: the file that the faults are put into is valid") {
  CHECK(difference({}, false) == "");
  CHECK(difference({}, true) == "");
}

const auto name_of_fault = [](const Fault& fault) { return fault.name; };

TEST_CASE("oinf: each fault alone gives exactly one diagnostic, in every slot") {
  const auto found = [](const std::vector<Chosen>& chosen) {
    return std::optional<std::string>(difference(chosen, chosen.front().slot == 1));
  };
  testing::check_each_alone(all_faults(), slots, found, name_of_fault);
}

TEST_CASE("oinf: any three independent faults give exactly those three diagnostics") {
  bool backwards = false;
  const auto found = [&backwards](const std::vector<Chosen>& chosen) -> std::optional<std::string> {
    if (!independent(chosen)) return std::nullopt;
    backwards = !backwards;
    return difference(chosen, backwards);
  };
  testing::check_any_three(all_faults(), slots, 30000, found, name_of_fault);
}

}  // namespace
}  // namespace hallmark::oinf
