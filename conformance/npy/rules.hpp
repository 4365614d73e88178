// SPDX-License-Identifier: Apache-2.0
// The rules of an archive of arrays: what its members are called.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark::npy {

namespace clause {

inline constexpr Clause archive{"rulings", "archives", "1"};

}  // namespace clause

inline constexpr Rule member_table[] = {
    {
        .id = "npy/duplicate-member",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::archive,
        .title = "No two members of an archive have the same name.",
        .message = "an earlier member has the same name",
        .expected = "",
        .fix = "Find out which of the two is meant, and write the archive again.",
        .why = "Of two members with one name some readers load the first, some the last, and some both.",
    },
    {
        .id = "npy/shadowed-member",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::archive,
        .title = "An archive does not have both x and x.npy.",
        .message = "an earlier member has this name, but for .npy",
        .expected = "",
        .fix = "Give one of the two another name.",
        .why = "numpy.load gives arrays by their names without .npy, so that it finds one of the two.",
        .severity = Severity::warning,
    },
};

template <RuleId id>
inline constexpr const Rule& member_rule = rule_in(member_table, id);

inline constexpr auto member_rules = list_of(member_table);

}  // namespace hallmark::npy
