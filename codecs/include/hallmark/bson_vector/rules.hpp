// SPDX-License-Identifier: Apache-2.0
// The rules of `bson-vector`, in table order.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark::bson_vector {

namespace clause {

inline constexpr std::string_view document = "bson-vector";
inline constexpr std::string_view revision = "2025-06-30";
inline constexpr Clause binary_structure{document, "binary-structure", revision};
inline constexpr Clause data_types{document, "data-types-dtypes", revision};
inline constexpr Clause validation{document, "validation", revision};

}  // namespace clause

HALLMARK_API inline constexpr Rule rule_table[] = {
    {
        .id = "bson-vector/header-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::binary_structure,
        .demand = {Addressee::data, "L53-L59", "The value starts with two bytes, dtype and padding."},
        .title = "A vector starts with two bytes: dtype and padding.",
        .message = "the payload has {actual_bytes}, too few for dtype and padding",
        .expected = "at least 2 bytes",
        .fix = "Write the dtype byte and the padding byte before the data.",
    },
    {
        .id = "bson-vector/dtype-unknown",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::data_types,
        .title = "The dtype is 0x03 (INT8), 0x27 (FLOAT32) or 0x10 (PACKED_BIT).",
        .message = "unknown dtype {actual:#04x}",
        .expected = "0x03 (INT8), 0x10 (PACKED_BIT) or 0x27 (FLOAT32)",
        .fix = "Use dtype 0x03 (INT8), 0x10 (PACKED_BIT) or 0x27 (FLOAT32).",
        .why = "The specification allows new dtypes to be added, so Hallmark reports an unknown one as unsupported, "
               "not as invalid.",
    },
    {
        .id = "bson-vector/padding-not-applicable",
        .kind = Kind::invalid,
        .category = Category::bad_padding,
        .level = Level::must,
        .clause = clause::validation,
        .demand = {Addressee::reader, "L183-L187", "Padding is 0 for data types that need none."},
        .title = "The padding of INT8 and FLOAT32 vectors is 0.",
        .message = "padding is {actual}, but only PACKED_BIT vectors use padding",
        .expected = "0",
        .fix = "Set padding to 0 unless the dtype is PACKED_BIT.",
    },
    {
        .id = "bson-vector/padding-range",
        .kind = Kind::invalid,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::validation,
        .demand = {Addressee::reader, "L183-L187", "The padding of a PACKED_BIT vector is 0 to 7."},
        .title = "The padding of a PACKED_BIT vector, read as a whole byte, is 0 to 7.",
        .message = "padding {actual} is out of range for PACKED_BIT",
        .expected = "0..7",
        .fix = "Set padding to the number of unused bits in the last byte, 0 to 7.",
    },
    {
        .id = "bson-vector/padding-empty",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::validation,
        .demand = {Addressee::reader, "L183-L188", "A PACKED_BIT vector with padding has at least one byte of data."},
        .title = "An empty PACKED_BIT vector has padding 0.",
        .message = "padding is {actual}, but the vector has no data",
        .expected = "0",
        .fix = "Set padding to 0 when the vector is empty.",
    },
    {
        .id = "bson-vector/float32-length",
        .kind = Kind::invalid,
        .category = Category::misaligned,
        .level = Level::must,
        .clause = clause::validation,
        .demand = {Addressee::reader, "L183-L186", "The data of a FLOAT32 vector are a multiple of 4 bytes."},
        .title = "The data of a FLOAT32 vector is a whole number of 4-byte elements.",
        .message = "the FLOAT32 data has {actual_bytes}, which is not a whole number of elements",
        .expected = "a multiple of 4",
        .fix = "Write 4 bytes for each element.",
    },
    {
        .id = "bson-vector/ignored-bits",
        .kind = Kind::invalid,
        .category = Category::bad_padding,
        .level = Level::should,
        .clause = clause::validation,
        .demand = {Addressee::reader, "L189-L193", "Drivers should raise an exception when ignored bits are not zero."},
        .title = "The unused bits of a PACKED_BIT vector, the low bits of its last byte, are 0.",
        .message = "the last byte is {actual:#04x}, but padding {expected} requires its lowest bits to be 0",
        .expected = "unused bits 0",
        .fix = "Clear the unused low bits of the last byte.",
        .repair = "Write 0 in the ignored bits.",
        .why = "With unused bits 0, each vector has exactly one encoding.",
        .compat = true,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = list_of(rule_table);

}  // namespace hallmark::bson_vector
