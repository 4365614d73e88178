// Tables of rules for families whose formats share most of them.
#pragma once

#include <algorithm>
#include <array>

#include "hallmark/core/rule.hpp"

namespace hallmark {

// rules_without gives a family's rules in their order, without those that a format does not have. A rule that is named
// twice or is not in the table does not compile.
template <std::size_t count, std::size_t fewer>
[[nodiscard]] consteval std::array<const Rule*, count - fewer> rules_without(const Rule* const (&all)[count],
                                                                             const Rule* const (&others)[fewer]) {
  std::array<const Rule*, count - fewer> kept{};
  std::size_t index = 0;
  for (const Rule* rule : all) {
    // By their ids: to sanitizers addresses are no constants.
    const bool is_other = std::ranges::any_of(others, [rule](const Rule* other) { return other->id == rule->id; });
    if (!is_other) kept.at(index++) = rule;
  }
  return kept;
}

}  // namespace hallmark
