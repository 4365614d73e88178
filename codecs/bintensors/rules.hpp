// The rules of both layouts, in table order, which is that of the phases.
#pragma once

#include "core/rule_table.hpp"

namespace hallmark::bintensors {

namespace clause {

inline constexpr std::string_view document = "bintensors";
inline constexpr std::string_view revision = "2025-04-02";
inline constexpr Clause sofm{document, "size-of-metadata-sofm", revision};
inline constexpr Clause option{document, "option-t", revision};
inline constexpr Clause varint{document, "varint-encoding", revision};
inline constexpr Clause vector{document, "vector", revision};
inline constexpr Clause strings{document, "string-and-str-encoding", revision};
inline constexpr Clause dtype{document, "dtype", revision};
inline constexpr Clause padding{document, "assembling-the-format", revision};
inline constexpr Clause tensors{document, "tensor-buffer", revision};
inline constexpr Clause names{document, "metadata-reconstruction", revision};
inline constexpr Clause map{document, "hashmap", revision};
inline constexpr Clause bounds{"rulings", "bintensors-bounds", "1"};
inline constexpr Clause canonical{"rulings", "bintensors-canonical", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "bintensors/sofm-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::sofm,
        .title = "A file starts with 8 bytes, the size of its metadata.",
        .message = "the file ends after {actual} of the 8 bytes of SofM",
        .expected = "8 bytes",
    },
    {
        .id = "bintensors/sofm-range",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::sofm,
        .title = "SofM counts bytes that the file has.",
        .message = "SofM is {actual}; {expected} bytes are left",
        .expected = "at most {expected}",
    },
    {
        .id = "bintensors/metadata-limit",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "The metadata take at most 100,000,000 bytes.",
        .message = "SofM is {actual}; the bound is {expected}",
        .expected = "at most {expected}",
        .why = "The releases refuse more when they read, though not when they write.",
    },
    {
        .id = "bintensors/record-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::sofm,
        .title = "The metadata end inside the bytes that SofM counts.",
        .message = "{expected} bytes are needed, {actual} are left of the metadata",
        .expected = "{expected} bytes",
    },
    {
        .id = "bintensors/option-tag",
        .kind = Kind::malformed,
        .category = Category::bad_tag,
        .level = Level::must,
        .clause = clause::option,
        .title = "The tag before the metadata map is the byte 0 (none) or 1.",
        .message = "the tag is {actual}",
        .expected = "0 or 1",
    },
    {
        .id = "bintensors/varint-mark",
        .kind = Kind::malformed,
        .category = Category::bad_tag,
        .level = Level::must,
        .clause = clause::varint,
        .title = "A number starts with a byte of 0 to 250, or with 251, 252 or 253 for one of 2, 4 or 8 bytes; a dtype "
                 "never "
                 "with 253.",
        .message = "{actual} starts no number here",
        .expected = "0..253",
    },
    {
        .id = "bintensors/varint-not-minimal",
        .kind = Kind::invalid,
        .category = Category::not_canonical,
        .level = Level::decision,
        .clause = clause::varint,
        .title = "A number is written in as few bytes as it needs.",
        .message = "{actual} could be written in {expected} bytes",
        .expected = "{expected} bytes",
        .why = "Every writer does so; readers take longer forms, which gives one file several spellings.",
        .compat = true,
    },
    {
        .id = "bintensors/count",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::vector,
        .title = "The metadata are large enough for the entries that they count.",
        .message = "{actual} entries cannot fit into the {expected} bytes that are left",
        .expected = "what {expected} bytes can hold",
    },
    {
        .id = "bintensors/string-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::strings,
        .title = "A string ends inside the metadata.",
        .message = "the string claims {actual} bytes; {expected} are left",
        .expected = "at most {expected}",
    },
    {
        .id = "bintensors/utf8",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::strings,
        .title = "Names, keys and values are UTF-8.",
        .message = "byte {actual:#04x} starts no valid UTF-8 here",
        .expected = "UTF-8",
    },
    {
        .id = "bintensors/dtype",
        .kind = Kind::invalid,
        .category = Category::bad_tag,
        .level = Level::must,
        .clause = clause::dtype,
        .title = "The dtype is 0 to 14.",
        .message = "{actual} is no dtype",
        .expected = "0..14",
    },
    {
        .id = "bintensors/rank-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::vector,
        .title = "The dimensions that a shape counts lie inside the metadata.",
        .message = "{actual} dimensions do not fit into the {expected} bytes that are left",
        .expected = "what {expected} bytes can hold",
    },
    {
        .id = "bintensors/rank",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "A tensor has at most --max-rank dimensions (default 255).",
        .message = "the tensor has {actual} dimensions; the bound is {expected}",
        .expected = "at most {expected}",
        .why = "No framework goes beyond 64; the bound keeps the work for each tensor small.",
    },
    {
        .id = "bintensors/padding-size",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::padding,
        .title = "The metadata are filled up to a multiple of 8 bytes, and no further.",
        .message = "{actual} bytes follow the metadata inside SofM; the padding takes {expected}",
        .expected = "{expected}",
        .why = "Every writer pads so, and the document shows it; readers take any tail, in which anything could hide.",
        .compat = true,
    },
    {
        .id = "bintensors/padding-bytes",
        .kind = Kind::invalid,
        .category = Category::bad_padding,
        .level = Level::decision,
        .clause = clause::padding,
        .title = "The padding is made of the byte 0x20.",
        .message = "a byte of the padding is {actual:#04x}",
        .expected = "0x20",
        .why = "Every writer pads so, and the document shows it; readers do not look.",
        .compat = true,
    },
    {
        .id = "bintensors/element-count",
        .kind = Kind::invalid,
        .category = Category::overflow,
        .level = Level::decision,
        .clause = clause::tensors,
        .title = "A tensor ends below 2^64: its elements, times their size, and its start add up to 64 bits at most.",
        .message = "the dimensions take the end of the data beyond 64 bits",
        .expected = "an end below 2^64",
        .why = "A product that wraps would let few bytes pass for a huge tensor.",
    },
    {
        .id = "bintensors/offset-begin",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::tensors,
        .title = "The data of the first tensor start at 0, those of each other where the one before ends.",
        .message = "the data start at {actual}; the tensor before ends at {expected}",
        .expected = "{expected}",
    },
    {
        .id = "bintensors/offset-end",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::tensors,
        .title = "The data of a tensor end at their start plus its elements times their size.",
        .message = "the data end at {actual}; the elements take them to {expected}",
        .expected = "{expected}",
    },
    {
        .id = "bintensors/data-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::tensors,
        .title = "The file holds the data of all tensors.",
        .message = "the data take {expected} bytes; the file has {actual}",
        .expected = "{expected} bytes",
    },
    {
        .id = "bintensors/data-trailing",
        .kind = Kind::invalid,
        .category = Category::trailing_data,
        .level = Level::must,
        .clause = clause::tensors,
        .title = "Nothing follows the data of the last tensor.",
        .message = "{actual} bytes follow the last tensor",
        .expected = "0 bytes",
    },
    {
        .id = "bintensors/duplicate-name",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::must,
        .clause = clause::names,
        .title = "The names of tensors are unique.",
        .message = "entry {expected} has the name already",
        .expected = "another name",
    },
    {
        .id = "bintensors/index-count",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::map,
        .title = "The index map has as many entries as there are tensors.",
        .message = "the index map has {actual} entries for {expected} tensors",
        .expected = "{expected}",
    },
    {
        .id = "bintensors/index-range",
        .kind = Kind::invalid,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::map,
        .title = "An index of the index map is that of a tensor.",
        .message = "index {actual} of {expected} tensors",
        .expected = "below {expected}",
    },
    {
        .id = "bintensors/index-twice",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::must,
        .clause = clause::map,
        .title = "No two names of the index map have the same index.",
        .message = "tensor {actual} has a name already",
        .expected = "another index",
    },
    {
        .id = "bintensors/duplicate-key",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::map,
        .title = "The keys of the metadata are unique.",
        .message = "metadata[{expected}] has the key already",
        .expected = "another key",
        .why = "The document is silent; readers keep the last one, and nobody could say which was meant.",
        .compat = true,
    },
    {
        .id = "bintensors/boolean",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::tensors,
        .title = "An element of a BOOL tensor is 0 or 1.",
        .message = "a BOOL cannot be {actual:#04x}",
        .expected = "0 or 1",
        .why = "Readers do not look; a third value has no meaning.",
        .compat = true,
    },
    {
        .id = "bintensors/order",
        .kind = Kind::invalid,
        .category = Category::not_canonical,
        .level = Level::decision,
        .clause = clause::canonical,
        .title = "Tensors stand by dtype from U64 down to BOOL, then by name; metadata by key; the index map of v0 in "
                 "the order "
                 "of the tensors.",
        .message = "this stands behind what it should precede",
        .expected = "canonical order",
        .why = "Order carries no meaning. The releases since 0.1.0 always write this one; those before write tensors "
               "in it, "
               "and maps in another order each time.",
        .severity = Severity::warning,
    },
    {
        .id = "bintensors/tensor-misaligned",
        .kind = Kind::invalid,
        .category = Category::misaligned,
        .level = Level::decision,
        .clause = clause::canonical,
        .title = "The data of a tensor start at a multiple of the size of its elements.",
        .message = "the data start at byte {actual} of the file; elements take {expected}",
        .expected = "a multiple of {expected}",
        .why = "The order of the original writer sees to it; programs that map a file may need it.",
        .severity = Severity::warning,
    },
    {
        .id = "bintensors/empty-name",
        .kind = Kind::invalid,
        .category = Category::out_of_range,
        .level = Level::decision,
        .clause = clause::strings,
        .title = "A name has at least one character.",
        .message = "the name is empty",
        .expected = "a name",
        .why = "Nothing forbids it; tools that build paths from names stumble over it.",
        .severity = Severity::note,
    },
    {
        .id = "bintensors/nul-in-name",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::strings,
        .title = "A name holds no NUL.",
        .message = "the name holds a NUL",
        .expected = "a name without NUL",
        .why = "The document allows it; programs in C cut the name short there.",
        .severity = Severity::note,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules_v0 = list_of(rule_table);

inline constexpr const Rule* of_index_map[] = {&rule<"bintensors/index-count">, &rule<"bintensors/index-range">,
                                               &rule<"bintensors/index-twice">};
inline constexpr auto rules_v1 = rules_without(rules_v0, of_index_map);

}  // namespace hallmark::bintensors
