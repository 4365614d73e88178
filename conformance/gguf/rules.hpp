// SPDX-License-Identifier: Apache-2.0
// The rules of a split model, a part with the parts beside it.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark::gguf {

namespace clause {

inline constexpr Clause split{"rulings", "split-models", "1"};

}  // namespace clause

inline constexpr Rule split_table[] = {
    {
        .id = "gguf/split-name",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::split,
        .title = "The name of a part says what its keys say: NAME-00001-of-00003.gguf of split.no 0 and split.count 3.",
        .message = "name and keys of a part differ",
        .expected = "",
        .fix = "Give the part the name that it had, or get the parts again.",
        .why = "The text knows no split files. llama.cpp makes the names of all parts from that of the first, and "
               "refuses a name that does not fit.",
    },
    {
        .id = "gguf/split-keys",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::split,
        .title = "A part has split.no, split.count and split.tensors.count, which are integers.",
        .message = "a part lacks keys of a split model",
        .expected = "split.no, split.count and split.tensors.count, of any type of integers",
        .fix = "Split the model again with a program that writes these keys.",
        .why = "All writers of parts write them into each; llama.cpp loads no parts without them.",
    },
    {
        .id = "gguf/split-missing",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::split,
        .title = "Every part of a split model lies beside the others, whole.",
        .message = "this part is missing or broken",
        .expected = "",
        .fix = "Get the part again; `hallmark validate` on it says what is wrong with it.",
        .why = "A model without one of its parts cannot be loaded.",
    },
    {
        .id = "gguf/split-tensors",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::split,
        .title = "The value of split.tensors.count is the number of tensors in all parts.",
        .message = "split.tensors.count is {actual}; the parts have {expected}",
        .expected = "{expected}",
        .fix = "Get the parts again: they may be of two models.",
        .why = "llama.cpp refuses parts that do not add up.",
    },
    {
        .id = "gguf/split-twice",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::split,
        .title = "A tensor is in one part.",
        .message = "two parts have this tensor",
        .expected = "",
        .fix = "Find out which of the two is meant, and split the model again.",
        .why = "Readers differ in which of the two they load.",
    },
};

inline constexpr auto split_rules = list_of(split_table);

template <RuleId id>
inline constexpr const Rule& split_rule = rule_in(split_table, id);

}  // namespace hallmark::gguf
