// What the tests of several faults in one input share: whether a codec reports exactly those.
#pragma once

#include <algorithm>
#include <optional>

#include "conformance/testing/expected_report.hpp"
#include "conformance/testing/property.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::testing {

[[nodiscard]] inline std::string list_of(const std::vector<Expected>& list) {
  std::string text;
  for (const Expected& one : list) text += fmt::format("{} at {} {}; ", one.rule, one.offset, one.path);
  return text;
}

// Sequence says whether the order of findings is compared: not where a test does not put its faults in order.
enum class Sequence : std::uint8_t { compared, any };

// difference is empty when exactly the expected findings are reported, and decode picks the gravest first error.
[[nodiscard]] inline std::string difference(const conformance::Outcome& outcome, std::vector<Expected> expected,
                                            Sequence sequence) {
  std::vector<Expected> found;
  const conformance::Finding* decisive = nullptr;
  for (const conformance::Finding& finding : outcome.findings) {
    found.push_back({std::string(finding.rule->id), finding.offset, finding.path});
    if (finding.severity != Severity::error) continue;
    const Verdict verdict = hallmark::verdict_of(finding.rule->kind);
    if (decisive == nullptr || outranks(verdict, hallmark::verdict_of(decisive->rule->kind))) decisive = &finding;
  }
  if (sequence == Sequence::any) {
    std::ranges::sort(found);
    std::ranges::sort(expected);
  }
  if (found != expected) return "expected " + list_of(expected) + "found " + list_of(found);
  const Violation& decoded = outcome.decoded;
  const bool as_validated = decisive == nullptr ? decoded.rule == nullptr
                                                : decoded.rule == decisive->rule && decoded.offset == decisive->offset;
  if (as_validated) return "";
  return fmt::format("decode decides by {} at {}", decoded.rule == nullptr ? "nothing" : decoded.rule->id,
                     decoded.offset);
}

// Chosen is a fault and the slot it is put into: inputs have several places for each fault.
template <class Fault>
struct Chosen {
  const Fault* fault;
  int slot;
};

// In the checks below difference(chosen) gives nothing where the faults are not independent, else what is wrong with
// the report, or an empty text; name(fault) is for people.

// check_each_alone puts every fault alone into an input, in every slot.
template <class Faults, class Difference, class Name>
void check_each_alone(const Faults& faults, int slots, const Difference& difference, const Name& name) {
  for (const auto& fault : faults) {
    for (int slot = 0; slot < slots; ++slot) {
      INFO(name(fault) << " in slot " << slot);
      CHECK(difference({{&fault, slot}}).value_or("not independent") == "");
    }
  }
}

// check_any_three puts every three of the faults into one input; more than `least` of them must be independent. One in
// stride() combinations is taken.
template <class Faults, class Difference, class Name>
void check_any_three(const Faults& faults, int slots, std::size_t least, const Difference& difference,
                     const Name& name) {
  Every combination;
  std::size_t inputs = 0;
  std::string first;
  for (std::size_t a = 0; a < std::size(faults); ++a) {
    for (std::size_t b = a; b < std::size(faults); ++b) {
      for (std::size_t c = b; c < std::size(faults); ++c) {
        if (!combination.taken()) continue;
        // The slots vary with the combination.
        const int turn = static_cast<int>((a + b + c) % static_cast<std::size_t>(slots));
        const std::optional<std::string> wrong =
            difference({{&faults[a], turn}, {&faults[b], (turn + 1) % slots}, {&faults[c], (turn + 2) % slots}});
        if (!wrong) continue;
        ++inputs;
        if (wrong->empty() || !first.empty()) continue;
        first = fmt::format("{}, {}, {}: {}", name(faults[a]), name(faults[b]), name(faults[c]), *wrong);
      }
    }
  }
  CHECK(first == "");
  CHECK(inputs > least / stride());
}

}  // namespace hallmark::testing
