// The rules of `bson`, in table order. Rules of `bson-vector` are reported under their own ids.
#pragma once

#include "core/rule_table.hpp"

namespace hallmark::bson {

namespace clause {

inline constexpr std::string_view document = "bson";
inline constexpr std::string_view revision = "1.1";
inline constexpr Clause documents{document, "document", revision};
inline constexpr Clause elements{document, "element", revision};
inline constexpr Clause cstrings{document, "cstring", revision};
inline constexpr Clause strings{document, "string", revision};
inline constexpr Clause binaries{document, "binary", revision};
inline constexpr Clause booleans{document, "boolean", revision};
inline constexpr Clause regexes{document, "regex", revision};
inline constexpr Clause code_with_scope{document, "code-with-scope", revision};
inline constexpr Clause arrays{document, "array", revision};
inline constexpr Clause files{"rulings", "bson-file", "1"};
inline constexpr Clause depth{"rulings", "bson-nesting", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "bson/archive",
        .kind = Kind::unsupported,
        .category = Category::bad_magic,
        .level = Level::decision,
        .clause = clause::files,
        .title = "A file of BSON documents is not a mongodump archive.",
        .message = "this is a mongodump archive, not a .bson file",
        .expected = "the length of a document",
        .why = "An archive (mongodump --archive) wraps documents in blocks of its own; its magic read as a length is "
               "negative, "
               "which would be a misleading error.",
    },
    {
        .id = "bson/truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::elements,
        .title = "A value of fixed size lies wholly inside its document, a document's length wholly inside the file.",
        .message = "{expected} bytes are needed, {actual} are left",
        .expected = "{expected} bytes",
    },
    {
        .id = "bson/document-length",
        .kind = Kind::malformed,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::documents,
        .title = "The length of a document counts itself and the terminator: at least 5.",
        .message = "a document cannot be {actual} bytes long",
        .expected = "at least 5",
    },
    {
        .id = "bson/document-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::documents,
        .title = "A document ends inside the document, scope or file that holds it.",
        .message = "the document claims {actual} bytes, {expected} are left",
        .expected = "at most {expected}",
    },
    {
        .id = "bson/element-type",
        .kind = Kind::malformed,
        .category = Category::bad_tag,
        .level = Level::must,
        .clause = clause::elements,
        .title = "The type of an element is one of BSON 1.1, deprecated ones included.",
        .message = "{actual:#04x} is no element type",
        .expected = "0x01 to 0x13, 0x7f or 0xff",
    },
    {
        .id = "bson/cstring-unterminated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::cstrings,
        .title = "A key, and each part of a regular expression, ends with NUL inside its document.",
        .message = "no NUL ends it within the {actual} bytes that are left of the document",
        .expected = "a NUL",
    },
    {
        .id = "bson/key-utf8",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::cstrings,
        .title = "A key is UTF-8.",
        .message = "the key is not UTF-8 from byte {actual:#04x} on",
        .expected = "UTF-8",
        .compat = true,
    },
    {
        .id = "bson/array-key",
        .kind = Kind::invalid,
        .category = Category::not_canonical,
        .level = Level::should,
        .clause = clause::arrays,
        .title = "The keys of an array are \"0\", \"1\", … in order.",
        .message = "the key of array element {expected} is another",
        .expected = "\"{expected}\"",
        .why = "Readers take elements by position; nobody enforces the keys.",
        .severity = Severity::warning,
    },
    {
        .id = "bson/string-length",
        .kind = Kind::malformed,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::strings,
        .title = "The length of a string counts its NUL: at least 1.",
        .message = "a string cannot be {actual} bytes long",
        .expected = "at least 1",
    },
    {
        .id = "bson/string-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::strings,
        .title = "A string ends inside its document.",
        .message = "the string claims {actual} bytes, {expected} are left of the document",
        .expected = "at most {expected}",
    },
    {
        .id = "bson/string-terminator",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::strings,
        .title = "The last byte of a string is NUL.",
        .message = "the string ends with {actual:#04x}",
        .expected = "0x00",
    },
    {
        .id = "bson/string-utf8",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::strings,
        .title = "A string is UTF-8; NUL inside is legal.",
        .message = "the string is not UTF-8 from byte {actual:#04x} on",
        .expected = "UTF-8",
    },
    {
        .id = "bson/boolean",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::booleans,
        .title = "A boolean is the byte 0 or 1.",
        .message = "a boolean cannot be {actual:#04x}",
        .expected = "0 or 1",
    },
    {
        .id = "bson/regex-utf8",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::regexes,
        .title = "Pattern and options of a regular expression are UTF-8.",
        .message = "the text is not UTF-8 from byte {actual:#04x} on",
        .expected = "UTF-8",
    },
    {
        .id = "bson/regex-options",
        .kind = Kind::invalid,
        .category = Category::not_canonical,
        .level = Level::should,
        .clause = clause::regexes,
        .title = "The options of a regular expression stand in alphabetical order.",
        .message = "option {actual:#04x} stands behind {expected:#04x}",
        .expected = "alphabetical order",
        .why = "Every deployed reader takes them in any order.",
        .severity = Severity::warning,
    },
    {
        .id = "bson/binary-length",
        .kind = Kind::malformed,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::binaries,
        .title = "The length of a binary is not negative.",
        .message = "a binary cannot be {actual} bytes long",
        .expected = "at least 0",
    },
    {
        .id = "bson/binary-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::binaries,
        .title = "A binary ends inside its document.",
        .message = "the binary claims {actual} bytes, {expected} are left of the document",
        .expected = "at most {expected}",
    },
    {
        .id = "bson/binary-old-truncated",
        .kind = Kind::invalid,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::binaries,
        .title = "A binary of subtype 2 holds at least its inner length, 4 bytes.",
        .message = "{actual} bytes cannot hold the inner length",
        .expected = "at least 4",
    },
    {
        .id = "bson/binary-old-length",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::binaries,
        .title = "A binary of subtype 2 repeats its length, less 4, inside.",
        .message = "the inner length is {actual}, the outer one leaves {expected}",
        .expected = "{expected}",
    },
    {
        .id = "bson/code-with-scope-length",
        .kind = Kind::malformed,
        .category = Category::out_of_range,
        .level = Level::must,
        .clause = clause::code_with_scope,
        .title = "Code with scope is at least 14 bytes long: its length, an empty string, an empty document.",
        .message = "code with scope cannot be {actual} bytes long",
        .expected = "at least 14",
    },
    {
        .id = "bson/code-with-scope-overrun",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::code_with_scope,
        .title = "Code with scope ends inside its document.",
        .message = "code with scope claims {actual} bytes, {expected} are left of the document",
        .expected = "at most {expected}",
    },
    {
        .id = "bson/code-with-scope-mismatch",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::code_with_scope,
        .title = "The length of code with scope is exactly that of its parts.",
        .message = "the scope ends {expected} bytes before the end that the length of the code with scope gives",
        .expected = "a scope that ends with it",
    },
    {
        .id = "bson/nesting-depth",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::depth,
        .title =
            "Documents, arrays and scopes nest at most --max-depth levels (default 200); the outermost is level 0.",
        .message = "this opens level {actual}; the bound is {expected}",
        .expected = "at most {expected}",
        .why = "A walk keeps one frame for each level; 200 is the default of the MongoDB server.",
    },
    {
        .id = "bson/terminator-early",
        .kind = Kind::malformed,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::documents,
        .title = "No terminator stands before the declared end of a document.",
        .message = "the terminator stands {actual} bytes before the declared end of the document",
        .expected = "an element type",
    },
    {
        .id = "bson/terminator-missing",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::documents,
        .title = "The byte at the declared end of a document is its terminator, 0.",
        .message = "the document ends with {actual:#04x}",
        .expected = "0x00",
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = list_of(rule_table);

}  // namespace hallmark::bson
