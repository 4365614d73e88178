// The rules that the core has itself, about memory that a caller gives: less to work in than scratch_bound asks for,
// less to write to than the encoded value needs.
#pragma once

#include "core/rule_table.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"

namespace hallmark {

inline constexpr Rule memory_rules[] = {
    {
        .id = "hallmark/scratch-exhausted",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = {"rulings", "bounds", "1"},
        .title = "The working memory that a caller gives is at least scratch_bound.",
        .message = "the working memory given does not hold {actual} entries",
        .expected = "scratch_bound bytes",
        .why = "Codecs allocate nothing; without room for its tables a decoder cannot judge.",
    },
    {
        .id = "hallmark/output-exhausted",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = {"rulings", "bounds", "1"},
        .title = "The memory that a caller gives an encoder to write to is at least encoded_size.",
        .message = "the memory to write to holds {actual} bytes; {expected} are needed",
        .expected = "{expected} bytes",
        .why = "Encoders allocate nothing, and half a file is of no use to anybody.",
        .encoding = true,
    },
};

template <RuleId id>
inline constexpr const Rule& rule = rule_in(memory_rules, id);

// too_short is what an encoder gives that needs `size` bytes and has fewer.
[[nodiscard]] inline Encoded too_short(Bytes out, std::uint64_t size) noexcept {
  return {.size = size, .refusal = {&rule<"hallmark/output-exhausted">, out.size(), 0, out.size(), size, "out"}};
}

}  // namespace hallmark
