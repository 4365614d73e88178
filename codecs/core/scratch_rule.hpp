// The one rule that the core has itself: a caller gave a decoder less working memory than scratch_bound asks for.
#pragma once

#include "hallmark/core/rule.hpp"

namespace hallmark::rule {

inline constexpr Rule scratch_exhausted{
    .id = "hallmark/scratch-exhausted",
    .kind = Kind::limit,
    .category = Category::resource_limit,
    .level = Level::limit,
    .clause = {"rulings", "bounds", "1"},
    .title = "The working memory that a caller gives is at least scratch_bound.",
    .message = "the working memory given does not hold {actual} entries",
    .expected = "scratch_bound bytes",
    .why = "Codecs allocate nothing; without room for its tables a decoder cannot judge.",
};

}  // namespace hallmark::rule
