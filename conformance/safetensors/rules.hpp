// SPDX-License-Identifier: Apache-2.0
// The rules of an index, and of an index with the shards beside it.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark::safetensors {

namespace clause {

inline constexpr Clause index{"rulings", "sharded-models", "1"};

}  // namespace clause

inline constexpr Rule index_table[] = {
    {
        .id = "safetensors/index-shape",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::index,
        .title = "An index is a JSON object whose weight_map is an object of strings, with each key once.",
        .message = "this is not an index",
        .expected = "a JSON object with weight_map, an object of strings",
        .fix = "Get the index again, or write it again with the program that wrote the shards.",
        .why = "No text describes an index. Loaders look up the names of the tensors in weight_map, and nothing else.",
    },
    {
        .id = "safetensors/index-name",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::index,
        .title = "A shard is named by a plain relative path that stays in the folder and ends in .safetensors.",
        .message = "this names no shard in the folder of the index",
        .expected = "a relative path ending in .safetensors, without drive, root, backslash, \".\" or \"..\"",
        .fix = "If it leaves the folder, do not load this model. Else write how the shard beside the index is named.",
        .why = "An index from a stranger could make a loader open any file. huggingface_hub refuses such names, other "
               "loaders open them. Hallmark opens nothing that such a name says.",
    },
    {
        .id = "safetensors/index-missing",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::index,
        .title = "Every shard of an index lies beside it, whole.",
        .message = "this shard is missing or broken",
        .expected = "",
        .fix = "Get the shard again; `hallmark validate` on it says what is wrong with it.",
        .why = "A model without one of its shards cannot be loaded.",
    },
    {
        .id = "safetensors/index-absent",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::index,
        .title = "A tensor is in the shard that the index names for it.",
        .message = "this shard has no such tensor",
        .expected = "",
        .fix = "Write the index again from the shards, or get the shards that belong to it.",
        .why = "A loader that trusts the index does not find the tensor; index and shards may be of two models.",
    },
    {
        .id = "safetensors/index-twice",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::index,
        .title = "A tensor is in one shard.",
        .message = "two shards have this tensor",
        .expected = "",
        .fix = "Find out which of the two is meant, and write the shards again.",
        .why = "Some loaders follow the index, others read every shard and keep the last: they load two models.",
    },
    {
        .id = "safetensors/index-unlisted",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::index,
        .title = "Every tensor of the shards is in the index.",
        .message = "tensors of the shards that the index does not list: {actual}",
        .expected = "",
        .fix = "Write the index again from the shards.",
        .why = "Loaders warn of them or leave them out.",
        .severity = Severity::warning,
    },
    {
        .id = "safetensors/index-total",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::index,
        .title = "The member total_size is the number of bytes of all tensors.",
        .message = "total_size is {actual}; the tensors of the shards have {expected_bytes}",
        .expected = "{expected}",
        .fix = "Write the index again from the shards.",
        .why = "Loaders plan memory by it, and some show progress with it; none checks it.",
        .severity = Severity::warning,
    },
};

inline constexpr auto index_rules = list_of(index_table);

template <RuleId id>
inline constexpr const Rule& index_rule = rule_in(index_table, id);

}  // namespace hallmark::safetensors
