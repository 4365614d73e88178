// SPDX-License-Identifier: Apache-2.0
// Tables of rules. A family declares each of its rules once, in one table in the order of its phases; code names a rule
// by its id, oinf::rule<"oinf/magic">, so that a search for an id finds the rule and every line that checks it. An id
// that a table does not have does not compile:
//
//   if (violation.rule == &hallmark::oinf::rule<"oinf/magic">) ...
#pragma once

#include <algorithm>
#include <array>

#include "hallmark/core/rule.hpp"

namespace hallmark {

// RuleId is an id as a template argument.
template <std::size_t size>
struct RuleId {
  consteval RuleId(const char (&id)[size]) noexcept { std::copy_n(id, size, text); }
  char text[size]{};
};

// rule_in gives the rule of a table with an id. Where there is none the compiler complains of an index out of range.
template <std::size_t count, std::size_t size>
[[nodiscard]] consteval const Rule& rule_in(const Rule (&table)[count], const RuleId<size>& id) {
  std::size_t index = 0;
  while (table[index].id != std::string_view(id.text, size - 1)) ++index;
  return table[index];
}

// list_of gives a table as the list of pointers that a Codec shows.
template <std::size_t count>
[[nodiscard]] consteval std::array<const Rule*, count> list_of(const Rule (&table)[count]) {
  std::array<const Rule*, count> list{};
  std::transform(table, table + count, list.begin(), [](const Rule& rule) { return &rule; });
  return list;
}

// rules_without gives a family's rules in their order, without those that a format does not have. A rule that is named
// twice or is not in the list does not compile.
template <std::size_t count, std::size_t fewer>
[[nodiscard]] consteval std::array<const Rule*, count - fewer> rules_without(const std::array<const Rule*, count>& all,
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
