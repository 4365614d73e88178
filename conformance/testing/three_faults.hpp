// What the tests of several faults in one input share: whether a codec tells exactly those.
#pragma once

#include <algorithm>
#include <optional>

#include "conformance/testing/property.hpp"

namespace hallmark::testing {

struct Expected {
  std::string rule;
  std::uint64_t offset = 0;
  std::string path;

  [[nodiscard]] auto operator<=>(const Expected&) const = default;
};

[[nodiscard]] inline std::string told(const std::vector<Expected>& list) {
  std::string text;
  for (const Expected& one : list) text += fmt::format("{} at {} {}; ", one.rule, one.offset, one.path);
  return text;
}

// Sequence says whether the order of findings is compared: not where faults are put in without a thought of it.
enum class Sequence : std::uint8_t { compared, any };

// difference is empty when exactly the expected findings are told, and decode picks the gravest first error.
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
  if (found != expected) return "expected " + told(expected) + "found " + told(found);
  const Violation& decoded = outcome.decoded;
  const bool as_validated = decisive == nullptr ? decoded.rule == nullptr
                                                : decoded.rule == decisive->rule && decoded.offset == decisive->offset;
  if (as_validated) return "";
  return fmt::format("decode decides by {} at {}", decoded.rule == nullptr ? "nothing" : decoded.rule->id,
                     decoded.offset);
}

// Chosen is a fault and where it is put in: inputs have several places for each.
template <class Fault>
struct Chosen {
  const Fault* fault;
  int slot;
};

// Triples is what came of many inputs: how many there were, and what is wrong with the first that is judged otherwise.
struct Triples {
  std::size_t inputs = 0;
  std::string first;
};

// any_three puts every three of the faults into one input. difference(chosen) gives nothing where they do not go
// together, else what is told otherwise, or an empty text; name(fault) is for people.
template <class Faults, class Difference, class Name>
[[nodiscard]] Triples any_three(const Faults& faults, int slots, const Difference& difference, const Name& name) {
  Triples result;
  for (std::size_t a = 0; a < std::size(faults); ++a) {
    for (std::size_t b = a; b < std::size(faults); ++b) {
      for (std::size_t c = b; c < std::size(faults); ++c) {
        // Which fault stands in which slot varies with the combination.
        const int turn = static_cast<int>((a + b + c) % static_cast<std::size_t>(slots));
        const std::optional<std::string> wrong =
            difference({{&faults[a], turn}, {&faults[b], (turn + 1) % slots}, {&faults[c], (turn + 2) % slots}});
        if (!wrong) continue;
        ++result.inputs;
        if (wrong->empty() || !result.first.empty()) continue;
        result.first = fmt::format("{}, {}, {}: {}", name(faults[a]), name(faults[b]), name(faults[c]), *wrong);
      }
    }
  }
  return result;
}

}  // namespace hallmark::testing
