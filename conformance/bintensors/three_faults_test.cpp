// Three independent faults in one BinTensors file give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <set>
#include <string>
#include <vector>

#include "conformance/bintensors/faults.hpp"

namespace hallmark::bintensors {
namespace {

using testing::Expected;

const Codec& codec(Layout layout) { return *codec_named(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1"); }

using Chosen = testing::Chosen<Fault>;

// hidden is true when one of the faults keeps another from being reported.
bool hidden(const std::vector<Chosen>& chosen, const std::vector<std::uint64_t>& offsets) {
  static const std::set<std::string> of_map = {"name twice", "index twice", "index too large"};
  bool counted = false;
  bool mapped = false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Fault& fault = *chosen[i].fault;
    counted = counted || std::string(fault.name) == "mapping missing";
    mapped = mapped || of_map.contains(fault.name);
    if (!fault.fatal) continue;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (k != i && std::pair(chosen[k].fault->phase, offsets[k]) >= std::pair(fault.phase, offsets[i])) return true;
    }
  }
  return counted && mapped;
}

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one; nothing
// when the faults are not independent.
std::optional<std::string> difference(Layout layout, const std::vector<Chosen>& chosen) {
  Plan plan;
  for (const Chosen& one : chosen) {
    if (one.fault->plan) one.fault->plan(plan, one.slot);
  }
  Draft draft(layout, plan);
  std::vector<Report> reports(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i].fault->apply(draft, chosen[i].slot, reports[i])) return std::nullopt;
  }
  const File file = draft.write();
  std::vector<std::uint64_t> offsets;
  std::vector<Expected> expected;
  for (const Report& report : reports) {
    offsets.push_back(draft.offset_of(report.where) + report.shift);
    expected.push_back({"bintensors/" + report.rule, offsets.back(), report.path});
  }
  if (hidden(chosen, offsets)) return std::nullopt;
  if (draft.dirty && draft.offset_of("padding") == draft.offset_of("data")) return std::nullopt;

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(codec(layout), file, options), std::move(expected),
                             testing::Sequence::any);
}

TEST_CASE("bintensors: faults in a valid file are reported, each alone and any three, and nothing else") {
  for (const Layout layout : {Layout::v0, Layout::v1}) {
    INFO(codec(layout).id);
    std::vector<Fault> faults = all_faults();
    if (layout == Layout::v1) std::erase_if(faults, [](const Fault& fault) { return fault.only_v0; });
    testing::check_three_faults(
        faults, slots, 3000, [layout](const std::vector<Chosen>& chosen) { return difference(layout, chosen); },
        [](const Fault& fault) { return fault.name; });
  }
}

}  // namespace
}  // namespace hallmark::bintensors
