// What the tests of several faults in one input share: whether a codec reports exactly those.
#pragma once

#include <algorithm>
#include <optional>

#include "conformance/testing/oracle_difference.hpp"
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
  const OracleReport report{faults_of(outcome)};
  std::vector<Expected> found;
  for (const Fault& fault : report.faults) found.push_back({fault.rule, fault.offset, fault.path});
  if (sequence == Sequence::any) {
    std::ranges::sort(found);
    std::ranges::sort(expected);
  }
  if (found != expected) return "expected " + list_of(expected) + "found " + list_of(found);
  if (agree(outcome.decoded, report.decisive())) return "";
  const Violation& decoded = outcome.decoded;
  return fmt::format("decode decides by {} at {}", decoded.rule == nullptr ? "nothing" : decoded.rule->id,
                     decoded.offset);
}

// Chosen is a fault and the slot it is put into: inputs have several places for each fault.
template <class Fault>
struct Chosen {
  const Fault* fault;
  int slot;
};

// check_three_faults puts faults into a valid input: none, each alone in every slot, and every three of them. Of those
// one in stride() is taken, and more than `least` must be independent. difference(chosen) gives nothing where faults
// are not independent, else what is wrong with the report, or an empty text; name(fault) is for people.
template <class Faults, class Difference, class Name>
void check_three_faults(const Faults& faults, int slots, std::size_t least, const Difference& difference,
                        const Name& name) {
  CHECK(difference({}).value_or("not independent") == "");
  for (const auto& fault : faults) {
    for (int slot = 0; slot < slots; ++slot) {
      INFO(name(fault) << " in slot " << slot);
      CHECK(difference({{&fault, slot}}).value_or("not independent") == "");
    }
  }
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
