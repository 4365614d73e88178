// The rules of `bson-vector`, in table order.
#pragma once

#include "core/rule_table.hpp"

namespace hallmark::bson_vector {

namespace clause {

inline constexpr std::string_view document = "bson-vector";
inline constexpr std::string_view revision = "2025-07-21";
inline constexpr Clause binary_structure{document, "binary-structure", revision};
inline constexpr Clause data_types{document, "data-types", revision};
inline constexpr Clause validation{document, "validation", revision};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "bson-vector/header-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::binary_structure,
        .title = "A vector starts with two bytes, dtype and padding.",
        .message = "the payload ends after {actual} of the 2 header bytes",
        .expected = "2 bytes",
    },
    {
        .id = "bson-vector/dtype-unknown",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::data_types,
        .title = "The dtype is 0x03 (INT8), 0x27 (FLOAT32) or 0x10 (PACKED_BIT).",
        .message = "dtype {actual:#04x} is none of INT8 0x03, PACKED_BIT 0x10, FLOAT32 0x27",
        .expected = "0x03, 0x10 or 0x27",
        .why = "The specification lets the table of dtypes grow, so an unknown one is not wrong, only beyond this "
               "revision.",
    },
    {
        .id = "bson-vector/padding-not-applicable",
        .kind = Kind::invalid,
        .category = Category::bad_padding,
        .level = Level::must,
        .clause = clause::validation,
        .title = "The padding of INT8 and FLOAT32 vectors is 0.",
        .message = "padding is {actual}; only PACKED_BIT has any",
        .expected = "0",
    },
    {
        .id = "bson-vector/padding-range",
        .kind = Kind::invalid,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::validation,
        .title = "The padding of a PACKED_BIT vector is 0 to 7; the whole byte counts.",
        .message = "padding is {actual}; PACKED_BIT allows 0 to 7",
        .expected = "0..7",
    },
    {
        .id = "bson-vector/padding-empty",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::validation,
        .title = "An empty PACKED_BIT vector has padding 0.",
        .message = "padding is {actual}, but there is no byte whose bits it could ignore",
        .expected = "0",
    },
    {
        .id = "bson-vector/float32-length",
        .kind = Kind::invalid,
        .category = Category::misaligned,
        .level = Level::must,
        .clause = clause::validation,
        .title = "The data of a FLOAT32 vector are a multiple of 4 bytes long.",
        .message = "{actual} bytes of data are no whole number of 4-byte elements",
        .expected = "a multiple of 4",
    },
    {
        .id = "bson-vector/ignored-bits",
        .kind = Kind::invalid,
        .category = Category::bad_padding,
        .level = Level::should,
        .clause = clause::validation,
        .title = "The ignored bits of a PACKED_BIT vector, the low ones of its last byte, are 0.",
        .message = "the last byte is {actual:#04x}; its low {expected} bits are ignored and should be 0",
        .expected = "low {expected} bits 0",
        .why = "With zero bits there is one encoding for each vector; without, 2^padding byte strings mean the same.",
        .compat = true,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = list_of(rule_table);

}  // namespace hallmark::bson_vector
