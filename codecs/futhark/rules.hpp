// The rules of `futhark`, in table order: the stream's binary values, then its text.
#pragma once

#include "hallmark/core/rule.hpp"

namespace hallmark::futhark {

namespace clause {

inline constexpr std::string_view document = "futhark";
inline constexpr std::string_view revision = "2021-08-05";
inline constexpr Clause format{document, "specification", revision};
inline constexpr Clause types{document, "type-values", revision};
inline constexpr Clause stream{"rulings", "futhark-stream", "1"};
inline constexpr Clause numbers{"rulings", "futhark-scalars", "1"};
inline constexpr Clause arrays{"rulings", "futhark-arrays", "1"};
inline constexpr Clause empty{"rulings", "futhark-empty", "1"};
inline constexpr Clause bounds{"rulings", "futhark-bounds", "1"};

}  // namespace clause

namespace rule {

inline constexpr Rule header_truncated{
    .id = "futhark/header-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::format,
    .title = "A binary value starts with \"b\", a version, a rank and four bytes of type.",
    .message = "the stream ends {actual} bytes into the 7 of a header",
    .expected = "7 bytes",
    .why = "",
};

inline constexpr Rule version{
    .id = "futhark/version",
    .kind = Kind::unsupported,
    .category = Category::bad_version,
    .level = Level::must,
    .clause = clause::format,
    .title = "The version of a binary value is 2.",
    .message = "version {actual} is not 2",
    .expected = "2",
    .why = "",
};

inline constexpr Rule rank_overrun{
    .id = "futhark/rank-overrun",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::format,
    .title = "The dimensions that a rank counts are there, 8 bytes each.",
    .message = "{actual} dimensions do not fit the {expected} bytes left",
    .expected = "8 bytes for each dimension",
    .why = "",
};

inline constexpr Rule rank{
    .id = "futhark/rank",
    .kind = Kind::limit,
    .category = Category::resource_limit,
    .level = Level::limit,
    .clause = clause::bounds,
    .title = "A value has at most max_rank dimensions (127 unless set).",
    .message = "{actual} dimensions; the bound is {expected}",
    .expected = "at most max_rank dimensions",
    .why =
        "Readers take a signed byte for the rank, so 127 is the most that all could hold; nesting of text counts the "
        "same.",
};

inline constexpr Rule type{
    .id = "futhark/type",
    .kind = Kind::malformed,
    .category = Category::bad_tag,
    .level = Level::must,
    .clause = clause::types,
    .title = "The type of a binary value is one of twelve strings of four bytes, spaces first.",
    .message = "the four bytes {actual:#010x} name no type",
    .expected = "  i8,  i16,  i32,  i64,   u8,  u16,  u32,  u64,  f16,  f32,  f64 or bool",
    .why = "",
};

inline constexpr Rule dimension{
    .id = "futhark/dimension",
    .kind = Kind::malformed,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::format,
    .title = "A dimension is at most 2^63-1.",
    .message = "a dimension of {actual}",
    .expected = "at most 9223372036854775807",
    .why = "Every reader that knows the type it wants counts in signed numbers.",
};

inline constexpr Rule dimension_empty{
    .id = "futhark/dimension-empty",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::format,
    .title = "A dimension is at most 2^63-1, also where another is 0.",
    .message = "a dimension of {actual} in a value without elements",
    .expected = "at most 9223372036854775807",
    .why = "Nothing is to be read, so readers let it pass and give a negative size to the program.",
    .compat = true,
};

inline constexpr Rule element_count{
    .id = "futhark/element-count",
    .kind = Kind::malformed,
    .category = Category::overflow,
    .level = Level::decision,
    .clause = clause::format,
    .title = "The size of a value in bytes fits 64 bits.",
    .message = "the dimensions multiply to more than 64 bits hold",
    .expected = "a size below 2^64",
    .why = "A deployed reader multiplies without looking and takes a huge shape for a few bytes of data.",
};

inline constexpr Rule data_truncated{
    .id = "futhark/data-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::format,
    .title = "The data of a binary value are there: its elements, times their size.",
    .message = "the data need {expected} bytes and {actual} are left",
    .expected = "elements times their size",
    .why = "",
};

inline constexpr Rule boolean{
    .id = "futhark/boolean",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::types,
    .title = "An element of type bool is 0 or 1.",
    .message = "a bool cannot be {actual:#04x}",
    .expected = "0 or 1",
    .why = "The document calls the result undefined; a third value has no meaning.",
    .compat = true,
};

inline constexpr Rule comment_before_binary{
    .id = "futhark/comment-before-binary",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::stream,
    .title = "No comment stands between a value and the binary value behind it.",
    .message = "a comment before a binary value",
    .expected = "white space",
    .why = "The C reader of compiled programs looks for \"b\" behind white space only.",
    .compat = true,
};

inline constexpr Rule separator{
    .id = "futhark/separator",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::stream,
    .title = "White space stands between a scalar in text and a binary value.",
    .message = "no white space before the binary value",
    .expected = "white space",
    .why = "Readers that split words take the \"b\" for a part of the scalar.",
    .compat = true,
};

inline constexpr Rule value_start{
    .id = "futhark/value-start",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::stream,
    .title =
        "A value starts with a digit, a sign, \"[\", a word of the grammar or \"b\"; elements are no binary values.",
    .message = "no value starts with the byte {actual:#04x}",
    .expected = "a value",
    .why =
        "Strings, characters, tuples and bare nan or inf are read by one reader each; NUL is not the end of the input.",
};

inline constexpr Rule word{
    .id = "futhark/word",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "The words of the grammar are true, false, fN.nan, fN.inf and empty.",
    .message = "{actual:#04x} in the middle of a word",
    .expected = "true, false, f16.nan, f32.inf, empty, ...",
    .why = "There is no other word, and no sign before nan.",
};

inline constexpr Rule digits_missing{
    .id = "futhark/digits-missing",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A digit follows a sign, a prefix, a point and an exponent mark.",
    .message = "{actual:#04x} where a digit must stand",
    .expected = "a digit",
    .why = "\"1.\" and \"1e\" are read by one reader each.",
};

inline constexpr Rule scalar_end{
    .id = "futhark/scalar-end",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "White space, \",\", \"]\" or the end follows a scalar.",
    .message = "{actual:#04x} right behind a scalar",
    .expected = "white space, \",\" or \"]\"",
    .why = "A comment or anything else that touches a scalar is a part of its word for some readers.",
};

inline constexpr Rule text_truncated{
    .id = "futhark/text-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "The stream does not end inside a word, a number or an array.",
    .message = "the stream ends inside a value",
    .expected = "the rest of the value",
    .why = "",
};

inline constexpr Rule leading_zero{
    .id = "futhark/leading-zero",
    .kind = Kind::invalid,
    .category = Category::not_canonical,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A decimal number has no leading zero that it could do without.",
    .message = "a leading zero",
    .expected = "the number without it",
    .why = "One reader takes it for octal, another refuses it, the rest read decimal.",
    .compat = true,
};

inline constexpr Rule underscore{
    .id = "futhark/underscore",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "Underscores stand one by one between digits.",
    .message = "an underscore that is not between two digits",
    .expected = "digits on both sides",
    .why = "Some readers drop underscores wherever they stand, others refuse these.",
    .compat = true,
};

inline constexpr Rule plus_sign{
    .id = "futhark/plus-sign",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A number has no plus sign.",
    .message = "a plus sign",
    .expected = "the number without it",
    .why = "Half of the readers refuse it.",
    .compat = true,
};

inline constexpr Rule hexadecimal_mark{
    .id = "futhark/hexadecimal-mark",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "The prefix of hexadecimal digits is \"0x\".",
    .message = "\"0X\" for \"0x\"",
    .expected = "0x",
    .why = "The Haskell reader refuses the capital.",
    .compat = true,
};

inline constexpr Rule binary_digits{
    .id = "futhark/binary-digits",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "An integer is decimal or hexadecimal.",
    .message = "binary digits",
    .expected = "decimal or hexadecimal digits",
    .why = "The C reader refuses \"0b\".",
    .compat = true,
};

inline constexpr Rule whole_part{
    .id = "futhark/whole-part",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A digit stands before the point of a float.",
    .message = "no digit before the point",
    .expected = "0",
    .why = "The Haskell reader and the Python package refuse it.",
    .compat = true,
};

inline constexpr Rule exponent_mark{
    .id = "futhark/exponent-mark",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "The exponent of a float without a fraction is marked by a small \"e\".",
    .message = "\"E\" behind a number without a fraction",
    .expected = "e",
    .why = "The Haskell reader takes \"E\" behind a fraction only.",
    .compat = true,
};

inline constexpr Rule hexadecimal_float{
    .id = "futhark/hexadecimal-float",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A float is decimal.",
    .message = "a hexadecimal float",
    .expected = "decimal digits",
    .why = "Some readers know none.",
    .compat = true,
};

inline constexpr Rule integer_range{
    .id = "futhark/integer-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "An integer lies in the range of its type.",
    .message = "the integer is out of the range of its type",
    .expected = "a number that the type holds",
    .why = "Readers wrap or saturate without a word, each to another number.",
};

inline constexpr Rule integer_default{
    .id = "futhark/integer-default",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "An integer without a suffix is an i32.",
    .message = "the integer is out of the range of i32",
    .expected = "a suffix",
    .why = "Readers that know the type they want take it; as i64, or else u64.",
    .compat = true,
};

inline constexpr Rule float_overflow{
    .id = "futhark/float-overflow",
    .kind = Kind::invalid,
    .category = Category::overflow,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "A decimal float rounds to a finite number.",
    .message = "the number rounds to infinity",
    .expected = "a smaller number, or fN.inf",
    .why = "Infinity has a word of its own.",
};

inline constexpr Rule element_type{
    .id = "futhark/element-type",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "All elements of an array are of one type; an integer is never an element of a float array.",
    .message = "an element of another type",
    .expected = "the type of the first element",
    .why = "Readers take the type of the first element and fail, wrap or truncate at the others.",
};

inline constexpr Rule ragged{
    .id = "futhark/ragged",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "All arrays at one level of an array have the same number of elements.",
    .message = "{actual} elements; the array before has {expected}",
    .expected = "{expected} elements",
    .why = "A value is a rectangle.",
};

inline constexpr Rule depth{
    .id = "futhark/depth",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "All elements of an array are nested equally deep.",
    .message = "this stands {actual} levels deep, what came before {expected}",
    .expected = "the same depth",
    .why = "A value is a rectangle.",
};

inline constexpr Rule array_syntax{
    .id = "futhark/array-syntax",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "A \",\" or \"]\" follows an element.",
    .message = "{actual:#04x} behind an element",
    .expected = "\",\" or \"]\"",
    .why = "One reader takes arrays without commas between them.",
};

inline constexpr Rule trailing_comma{
    .id = "futhark/trailing-comma",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "No \",\" stands before \"]\".",
    .message = "a \",\" behind the last element",
    .expected = "\"]\"",
    .why = "Half of the readers refuse it.",
    .compat = true,
};

inline constexpr Rule empty_untyped{
    .id = "futhark/empty-untyped",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::arrays,
    .title = "An array without elements is written with empty, which names its type.",
    .message = "an array without elements has no type",
    .expected = "empty([0]i32)",
    .why = "Readers give it the type they want, or another, or refuse it.",
    .compat = true,
};

inline constexpr Rule empty_syntax{
    .id = "futhark/empty-syntax",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::empty,
    .title = "empty is followed by \"(\", its dimensions each in brackets, a type and \")\".",
    .message = "{actual:#04x} does not belong there",
    .expected = "empty([0]i32)",
    .why = "",
};

inline constexpr Rule empty_space{
    .id = "futhark/empty-space",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::empty,
    .title = "No white space stands inside empty.",
    .message = "white space inside empty",
    .expected = "empty([0]i32)",
    .why = "Half of the readers refuse it.",
    .compat = true,
};

inline constexpr Rule empty_dimension{
    .id = "futhark/empty-dimension",
    .kind = Kind::invalid,
    .category = Category::not_canonical,
    .level = Level::decision,
    .clause = clause::empty,
    .title = "A dimension of empty is written in decimal digits without a superfluous zero.",
    .message = "a dimension that is not plain decimal",
    .expected = "decimal digits",
    .why = "Some readers take any integer, others decimal digits only.",
    .compat = true,
};

inline constexpr Rule empty_range{
    .id = "futhark/empty-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::empty,
    .title = "A dimension of empty is 0 to 2^63-1.",
    .message = "a dimension out of range",
    .expected = "0 to 9223372036854775807",
    .why = "Readers wrap it to a negative size.",
};

inline constexpr Rule empty_count{
    .id = "futhark/empty-count",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::empty,
    .title = "At least one dimension of empty is 0.",
    .message = "no dimension is 0",
    .expected = "a dimension of 0",
    .why = "Such a value would have elements.",
};

inline constexpr Rule no_values{
    .id = "futhark/no-values",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::stream,
    .title = "A stream without values is legal, and seldom meant.",
    .message = "the stream holds no value",
    .expected = "a value",
    .why = "Readers that know how many values they want refuse it; others give an empty list.",
    .severity = Severity::note,
};

inline constexpr Rule dtype{
    .id = "futhark/dtype",
    .kind = Kind::invalid,
    .category = Category::bad_tag,
    .level = Level::decision,
    .clause = clause::types,
    .title = "The type of a value that is encoded is one of the twelve.",
    .message = "Futhark has no such type",
    .expected = "i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64 or bool",
    .why = "There are no other type strings.",
    .encoding = true,
};

inline constexpr Rule data_size{
    .id = "futhark/data-size",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::types,
    .title = "The data of a value that is encoded are its elements, times their size.",
    .message = "the data are {actual} bytes; the shape needs {expected}",
    .expected = "{expected} bytes",
    .why = "What else would be written could not be read back.",
    .encoding = true,
};

inline constexpr Rule nan_text{
    .id = "futhark/nan-text",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::numbers,
    .title = "Of the NaNs, text can hold one for each type: 0x7e00, 0x7fc00000, 0x7ff8000000000000.",
    .message = "a NaN with the bits {actual:#x} has no word",
    .expected = "the NaN that fN.nan means",
    .why = "Another one would not read back to the same bits.",
    .encoding = true,
};

}  // namespace rule

inline constexpr const Rule* rules[] = {
    &rule::header_truncated,
    &rule::version,
    &rule::rank_overrun,
    &rule::rank,
    &rule::type,
    &rule::dimension,
    &rule::dimension_empty,
    &rule::element_count,
    &rule::data_truncated,
    &rule::boolean,
    &rule::comment_before_binary,
    &rule::separator,
    &rule::value_start,
    &rule::word,
    &rule::digits_missing,
    &rule::scalar_end,
    &rule::text_truncated,
    &rule::leading_zero,
    &rule::underscore,
    &rule::plus_sign,
    &rule::hexadecimal_mark,
    &rule::binary_digits,
    &rule::whole_part,
    &rule::exponent_mark,
    &rule::hexadecimal_float,
    &rule::integer_range,
    &rule::integer_default,
    &rule::float_overflow,
    &rule::element_type,
    &rule::ragged,
    &rule::depth,
    &rule::array_syntax,
    &rule::trailing_comma,
    &rule::empty_untyped,
    &rule::empty_syntax,
    &rule::empty_space,
    &rule::empty_dimension,
    &rule::empty_range,
    &rule::empty_count,
    &rule::no_values,
    &rule::dtype,
    &rule::data_size,
    &rule::nan_text,
};

}  // namespace hallmark::futhark
