// SPDX-License-Identifier: Apache-2.0
// The rules that the core has itself, about memory that a caller gives: less to work in than scratch_bound asks for,
// less to write to than the encoded value needs, less of a file than its header takes.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark {

HALLMARK_API inline constexpr Rule memory_rules[] = {
    {
        .id = "hallmark/scratch-exhausted",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = {"rulings", "bounds", "1"},
        .title = "The working memory given to a codec is at least scratch_bound bytes.",
        .message = "the working memory is too small for a table of {actual_entries}",
        .expected = "at least scratch_bound bytes",
        .fix = "Pass as many bytes of working memory as scratch_bound returns.",
        .why = "Codecs do not allocate. A decoder without room for its tables cannot give a verdict.",
    },
    {
        .id = "hallmark/output-exhausted",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = {"rulings", "bounds", "1"},
        .title = "The output buffer given to an encoder has at least encoded_size bytes.",
        .message = "the output buffer has {actual_bytes}, too few for the encoded value",
        .expected = "at least {expected_bytes}",
        .fix = "Pass an output buffer of at least encoded_size bytes.",
        .why = "Encoders do not allocate, and Hallmark does not write incomplete files.",
        .encoding = true,
    },
    {
        .id = "hallmark/window",
        .kind = Kind::limit,
        .category = Category::truncated,
        .level = Level::limit,
        .clause = {"rulings", "inputs", "1"},
        .title = "The beginning of a file that is not here in full holds what says where its data lie.",
        .message = "the file cannot be judged by its first {actual_bytes}, {expected} are needed",
        .expected = "{expected}",
        .fix = "Give as many of the first bytes of the file as the finding asks for.",
        .why = "A verdict needs the whole header; of a format whose header says nothing of places, the whole file.",
    },
    {
        .id = "hallmark/data-unread",
        .kind = Kind::invalid,
        .category = Category::truncated,
        .level = Level::decision,
        .clause = {"rulings", "inputs", "1"},
        .title = "The data of a file that is judged are here.",
        .message = "the header is right; {actual_bytes} after it are not here and were not read",
        .expected = "",
        .fix = "Check the whole file once it is there.",
        .why = "What a header says can be right while the data are damaged.",
        .severity = Severity::note,
    },
};

template <RuleId id>
inline constexpr const Rule& rule = rule_in(memory_rules, id);

}  // namespace hallmark
