// The rules of the family `hallmark`: what the program says about inputs that no codec can judge.
#pragma once

#include <span>

#include "codecs/core/memory_rules.hpp"
#include "codecs/core/rule_table.hpp"

namespace hallmark::conformance {

namespace clause {

inline constexpr Clause inputs{"rulings", "inputs", "1"};
inline constexpr Clause bounds{"rulings", "bounds", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "hallmark/unreadable",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "An input can be opened and read to its end.",
        .message = "cannot be read",
        .expected = "",
        .why = "A file that cannot be read, or that changes while it is read, must never count as checked.",
    },
    {
        .id = "hallmark/unknown-format",
        .kind = Kind::unsupported,
        .category = Category::bad_magic,
        .level = Level::decision,
        .clause = clause::inputs,
        .title =
            "The format of an input is given with --format, or shows in its first bytes, its name or its structure.",
        .message = "the format cannot be told from the first bytes, the name or the structure; name it with --format",
        .expected = "",
        .why = "A guess would judge a file by rules that its writer never meant to follow.",
    },
    {
        .id = "hallmark/max-alloc",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "The memory that one input needs is at most --max-alloc bytes (default 1 GiB).",
        .message = "{actual} bytes of memory would be needed; --max-alloc allows {expected}",
        .expected = "at most {expected} bytes",
        .why = "Working memory is allocated once, before decoding; a bound keeps one input from taking the machine.",
    },
    // A rule about bytes, but of two layouts at once: no codec can find it.
    {
        .id = "bintensors/ambiguous-layout",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "Only one layout reads a file.",
        .message = "both layouts read this file, each as something else; name the one that is meant with --format",
        .expected = "one layout",
        .why = "The layouts have neither magic nor version; bytes can be made that are a valid file of each.",
        .severity = Severity::warning,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = joined(list_of(rule_table), list_of(memory_rules));

}  // namespace hallmark::conformance
