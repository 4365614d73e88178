// SPDX-License-Identifier: Apache-2.0
// The rules of the family `hallmark`: what the program says about inputs that no codec can judge.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/rule_table.hpp"

namespace hallmark::conformance {

namespace clause {

inline constexpr Clause inputs{"rulings", "inputs", "1"};
inline constexpr Clause bounds{"rulings", "bounds", "1"};
inline constexpr Clause data{"rulings", "data", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "hallmark/unreadable",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "An input can be opened and read to its end.",
        .message = "cannot read the input",
        .expected = "",
        .fix = "Check the path and the permissions, and that no program changes the file while it is read.",
        .why = "A file that cannot be read, or that changes while it is read, has not been checked.",
    },
    {
        .id = "hallmark/unknown-format",
        .kind = Kind::unsupported,
        .category = Category::bad_magic,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "The format of an input is given with --format, or shows in its first bytes, name or structure.",
        .message = "unknown format, name it with --format",
        .expected = "",
        .fix = "Name the format with --format.",
        .why = "A guess could apply the rules of a format that the file was never meant to follow.",
    },
    {
        .id = "hallmark/gzip",
        .kind = Kind::unsupported,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "A file in gzip format decompresses to its end.",
        .message = "the gzip file is damaged",
        .expected = "",
        .fix = "Copy or download the file again; `gzip -t` checks it.",
        .why = "The content of a damaged file is not known, so it has not been checked.",
    },
    {
        .id = "hallmark/zip",
        .kind = Kind::unsupported,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "An archive can be read, and each member has its checksum, its size and its name in both headers.",
        .message = "cannot read the archive",
        .expected = "",
        .fix = "Copy or download the file again; `unzip -t` checks it.",
        .why = "The content of a damaged member is not known, so it has not been checked. Readers differ in which "
               "header they believe.",
    },
    {
        .id = "hallmark/zip-method",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "A member of an archive is stored or deflated, and not encrypted.",
        .message = "this member is not read",
        .expected = "",
        .fix = "Write the archive again without encryption, with deflate or without compression.",
        .why = "All readers of arrays know these two methods, and few know more.",
    },
    {
        .id = "hallmark/zip-members",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "An archive of arrays holds arrays, and nothing else.",
        .message = "the archive has no arrays",
        .expected = "",
        .fix = "Nothing, if the archive is meant to hold other files, too.",
        .why = "A member is an array by its name or its first bytes. Others and folders are not checked.",
        .severity = Severity::note,
    },
    {
        .id = "hallmark/empty",
        .kind = Kind::invalid,
        .category = Category::truncated,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "An input has content.",
        .message = "the input is empty",
        .expected = "",
        .fix = "Check that the program that wrote the file finished.",
        .why = "Some formats allow empty files, but few programs write them on purpose.",
        .severity = Severity::note,
    },
    {
        .id = "hallmark/other-program",
        .kind = Kind::invalid,
        .category = Category::bad_magic,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "A file whose name or start line other programs use too shows that it is of its format.",
        .message = "this may be a file of another program",
        .expected = "",
        .fix = "Leave the file out, or name its format with --format.",
        .why = "A file that is named is always checked. In folders such files are skipped.",
        .severity = Severity::note,
    },
    {
        .id = "hallmark/max-alloc",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "One input needs at most --max-alloc bytes of memory (default 1 GiB).",
        .message = "the input needs {actual_bytes} of memory or more, above the limit of --max-alloc",
        .expected = "at most {expected_bytes}",
        .fix = "Raise --max-alloc if you trust the file.",
        .why =
            "Working memory is allocated once, before decoding. The limit keeps one input from using up the machine.",
    },
    {
        .id = "hallmark/zero-tail",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::data,
        .title = "A file does not end in 4 KiB or more of zeros that begin inside a tensor.",
        .message = "the last {actual_bytes} of the file are zero; the zeros begin inside this tensor",
        .expected = "",
        .fix = "Download or copy the file again, and compare its SHA-256 with that of the source.",
        .why =
            "Programs that download make a file of the full size first. What they did not fill stays zero, and every "
            "reader takes it.",
        .severity = Severity::warning,
    },
    {
        .id = "hallmark/zero-tensor",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::data,
        .title = "A tensor has bytes that are not zero.",
        .message = "all {actual_bytes} of the tensor are zero",
        .expected = "",
        .fix = "Nothing, if it was meant to be zero, as fresh biases are. Else get the file again.",
        .why = "A hole in a file that was copied or downloaded reads as zeros.",
        .severity = Severity::warning,
    },
    {
        .id = "hallmark/not-finite",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::data,
        .title = "Elements of floating-point tensors are finite.",
        .message = "an element is NaN or infinite, the first of {actual} in this tensor",
        .expected = "",
        .fix = "Look at how the tensor was computed: overflow of half floats, a training that diverged.",
        .why = "No format forbids them, and most computations spread them to every result.",
        .severity = Severity::warning,
    },
    // A rule about bytes, but of two layouts at once: no codec can find it.
    {
        .id = "bintensors/ambiguous-layout",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::inputs,
        .title = "A BinTensors file is valid in one of the two layouts only.",
        .message = "the file is valid in both layouts, with a different meaning in each",
        .expected = "",
        .fix = "Name the layout with --format bintensors-v0 or --format bintensors-v1.",
        .why = "The layouts have neither a magic number nor a version, so some bytes are a valid file of each.",
        .severity = Severity::warning,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr const Rule& ambiguous_layout = rule<"bintensors/ambiguous-layout">;

// The rules of the program, then those of the core.
inline constexpr auto rules = [] {
  constexpr auto of_program = list_of(rule_table);
  constexpr auto of_core = list_of(memory_rules);
  std::array<const Rule*, of_program.size() + of_core.size()> list{};
  std::ranges::copy(of_core, std::ranges::copy(of_program, list.begin()).out);
  return list;
}();

}  // namespace hallmark::conformance
