// The rules of `kserve-request` and `kserve-response`, in table order, which is that of the phases.
#pragma once

#include <iterator>

#include "core/rules_without.hpp"

namespace hallmark::kserve {

// Json is a type of values, or what a message wants there.
enum class Json : std::uint8_t { null, boolean, number, string, array, object };
constexpr std::string_view json_type(std::uint64_t type) noexcept {
  constexpr std::string_view names[] = {"null", "boolean", "number", "string", "array", "object"};
  return type < std::size(names) ? names[type] : "value";
}

// Member is what a message must have.
enum class Member : std::uint8_t { name, shape, datatype, inputs, outputs };
constexpr std::string_view member(std::uint64_t which) noexcept {
  constexpr std::string_view names[] = {"name", "shape", "datatype", "inputs", "outputs"};
  return which < std::size(names) ? names[which] : "a member";
}

namespace clause {

// The extension as its origin publishes it; the protocol; JSON.
inline constexpr std::string_view extension = "kserve-binary";
inline constexpr std::string_view extension_revision = "2022";
inline constexpr Clause framing{extension, "inference-header-content-length", extension_revision};
inline constexpr Clause binary{extension, "binary-tensor-request", extension_revision};
inline constexpr std::string_view protocol = "kserve-v2";
inline constexpr std::string_view protocol_revision = "2025-05-11";
inline constexpr Clause message{protocol, "inference-request-and-response", protocol_revision};
inline constexpr Clause parameters{protocol, "parameters", protocol_revision};
inline constexpr Clause shape{protocol, "tensor-shape-and-data", protocol_revision};
inline constexpr Clause datatypes{protocol, "tensor-data-types", protocol_revision};
inline constexpr std::string_view json = "rfc8259";
inline constexpr std::string_view json_revision = "2017-12";
inline constexpr Clause grammar{json, "2-json-grammar", json_revision};
inline constexpr Clause values{json, "3-values", json_revision};
inline constexpr Clause objects{json, "4-objects", json_revision};
inline constexpr Clause numbers{json, "6-numbers", json_revision};
inline constexpr Clause strings{json, "7-strings", json_revision};
inline constexpr Clause encoding{json, "8.1-character-encoding", json_revision};
inline constexpr Clause unicode{json, "8.2-unicode-characters", json_revision};
inline constexpr Clause bounds{"rulings", "kserve-bounds", "1"};

}  // namespace clause

namespace rule {

inline constexpr Rule header_length{
    .id = "kserve/header-length",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::framing,
    .title = "The JSON is as long as the header length says.",
    .message = "the header length is {actual}; the body has {expected} bytes",
    .expected = "at most the size of the body",
    .why = "",
};

inline constexpr Rule raw_request{
    .id = "kserve/raw-request",
    .kind = Kind::unsupported,
    .category = Category::unsupported,
    .level = Level::decision,
    .clause = clause::framing,
    .title = "A header length of 0 announces a body without JSON.",
    .message = "the header length is 0: a raw body",
    .expected = "a length above 0",
    .why = "One server takes such bodies; what is in them only its own configuration says.",
};

inline constexpr Rule json_truncated{
    .id = "kserve/json-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::grammar,
    .title = "The JSON object is closed before the body, or the header length, ends.",
    .message = "the JSON ends inside a value",
    .expected = "the rest of the object",
    .why = "",
};

inline constexpr Rule byte_order_mark{
    .id = "kserve/byte-order-mark",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::grammar,
    .title = "No byte order mark stands before the JSON.",
    .message = "a byte order mark",
    .expected = "an opening brace",
    .why = "",
};

inline constexpr Rule json_object{
    .id = "kserve/json-object",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::message,
    .title = "The body starts with a JSON object.",
    .message = "the byte {actual:#04x} where the object must start",
    .expected = "an opening brace",
    .why = "",
};

inline constexpr Rule json_value{
    .id = "kserve/json-value",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::values,
    .title = "A value starts with a quote, a digit, \"-\", \"{\", \"[\" or is true, false or null.",
    .message = "no value starts with the byte {actual:#04x}",
    .expected = "a value",
    .why = "",
};

inline constexpr Rule json_word{
    .id = "kserve/json-word",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::values,
    .title = "The words of JSON are true, false and null.",
    .message = "{actual:#04x} in the middle of a word",
    .expected = "true, false or null",
    .why = "",
};

inline constexpr Rule json_number{
    .id = "kserve/json-number",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::numbers,
    .title = "A number is digits without leading zeros, perhaps a fraction, perhaps an exponent.",
    .message = "{actual:#04x} does not belong in a number",
    .expected = "a digit, or the end of the number",
    .why = "",
};

inline constexpr Rule json_key{
    .id = "kserve/json-key",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::objects,
    .title = "A key is a string.",
    .message = "the byte {actual:#04x} where a key must start",
    .expected = "a quote",
    .why = "",
};

inline constexpr Rule json_colon{
    .id = "kserve/json-colon",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::objects,
    .title = "A colon stands between a key and its value.",
    .message = "the byte {actual:#04x} behind a key",
    .expected = "\":\"",
    .why = "",
};

inline constexpr Rule json_separator{
    .id = "kserve/json-separator",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::grammar,
    .title = "Behind a value stands a comma or the bracket that closes.",
    .message = "the byte {actual:#04x} behind a value",
    .expected = "a comma or a closing bracket",
    .why = "",
};

inline constexpr Rule json_control{
    .id = "kserve/json-control",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::strings,
    .title = "Control characters in strings are escaped.",
    .message = "the control character {actual:#04x} in a string",
    .expected = "an escape",
    .why = "",
};

inline constexpr Rule json_escape{
    .id = "kserve/json-escape",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::strings,
    .title = "Behind a backslash stands one of \"\\/bfnrt or u and four hexadecimal digits.",
    .message = "{actual:#04x} does not belong in an escape",
    .expected = "an escape of RFC 8259",
    .why = "",
};

inline constexpr Rule json_surrogate{
    .id = "kserve/json-surrogate",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::unicode,
    .title = "Escaped surrogates stand in pairs.",
    .message = "a surrogate {actual:#06x} that is not half of a pair",
    .expected = "\\ud800-\\udbff, then \\udc00-\\udfff",
    .why = "",
};

inline constexpr Rule json_utf8{
    .id = "kserve/json-utf8",
    .kind = Kind::malformed,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::encoding,
    .title = "The JSON is UTF-8.",
    .message = "the byte {actual:#04x} is no UTF-8",
    .expected = "UTF-8",
    .why = "",
};

inline constexpr Rule nan_literal{
    .id = "kserve/nan-literal",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::numbers,
    .title = "NaN and Infinity are no numbers of JSON.",
    .message = "a literal that JSON does not have",
    .expected = "a number",
    .why = "",
    .compat = true,
};

inline constexpr Rule depth{
    .id = "kserve/depth",
    .kind = Kind::limit,
    .category = Category::resource_limit,
    .level = Level::limit,
    .clause = clause::bounds,
    .title = "Objects and arrays nest at most max_depth deep (64 unless set).",
    .message = "{actual} levels; the bound is {expected}",
    .expected = "at most max_depth levels",
    .why = "The specification sets no bound; real headers need five, deployed servers stop at 100 or nowhere.",
};

inline constexpr Rule duplicate_key{
    .id = "kserve/duplicate-key",
    .kind = Kind::invalid,
    .category = Category::duplicate,
    .level = Level::should,
    .clause = clause::objects,
    .title = "The keys of an object are unique.",
    .message = "this key stands in the object before",
    .expected = "another key",
    .why = "",
};

inline constexpr Rule json_trailing{
    .id = "kserve/json-trailing",
    .kind = Kind::invalid,
    .category = Category::trailing_data,
    .level = Level::must,
    .clause = clause::framing,
    .title = "Inside the header length only white space stands behind the object.",
    .message = "the byte {actual:#04x} behind the object",
    .expected = "white space",
    .why = "",
};

inline constexpr Rule member_type{
    .id = "kserve/member-type",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::message,
    .title = "Members have the JSON types that the specification gives them.",
    .message = "this is no {name}",
    .expected = "the type that the specification names",
    .why = "",
    .name = json_type,
};

inline constexpr Rule null_member{
    .id = "kserve/null-member",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::message,
    .title = "id, model_name and model_version are not null.",
    .message = "null where a string is meant",
    .expected = "a string",
    .why = "One client sends null for what it does not know; servers disagree about it.",
    .compat = true,
};

inline constexpr Rule member_missing{
    .id = "kserve/member-missing",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::message,
    .title = "Members that the specification requires are there.",
    .message = "{name} is missing",
    .expected = "all required members",
    .why = "",
    .name = member,
};

inline constexpr Rule inputs_empty{
    .id = "kserve/inputs-empty",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::message,
    .title = "A request has at least one input.",
    .message = "inputs is empty",
    .expected = "an input",
    .why = "One server takes such a request, the others refuse it.",
};

inline constexpr Rule duplicate_name{
    .id = "kserve/duplicate-name",
    .kind = Kind::invalid,
    .category = Category::duplicate,
    .level = Level::decision,
    .clause = clause::message,
    .title = "The tensors of one list have different names.",
    .message = "this name stands in the list before",
    .expected = "another name",
    .why = "Readers take the first, or the last, or the data of one for the other.",
};

inline constexpr Rule parameter_type{
    .id = "kserve/parameter-type",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::parameters,
    .title = "A parameter is a string, a number or a boolean.",
    .message = "a parameter that is {name}",
    .expected = "a string, a number or a boolean",
    .why = "",
    .name = json_type,
};

inline constexpr Rule parameter_flag{
    .id = "kserve/parameter-flag",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::binary,
    .title = "binary_data and binary_data_output are booleans.",
    .message = "this is no boolean",
    .expected = "true or false",
    .why = "",
};

inline constexpr Rule shared_memory{
    .id = "kserve/shared-memory",
    .kind = Kind::unsupported,
    .category = Category::unsupported,
    .level = Level::decision,
    .clause = clause::binary,
    .title = "The data of a tensor are in the message.",
    .message = "the data lie in a shared memory region",
    .expected = "binary_data_size or data",
    .why = "Such data are not in the message.",
};

inline constexpr Rule nul_in_name{
    .id = "kserve/nul-in-name",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::decision,
    .clause = clause::message,
    .title = "A name with a NUL is legal, and some programs cut it off there.",
    .message = "a name with a NUL",
    .expected = "a name without it",
    .why = "Names are JSON strings, which can hold it; programs in C end there.",
    .severity = Severity::note,
};

inline constexpr Rule error_response{
    .id = "kserve/error-response",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::message,
    .title = "A response may say nothing but what went wrong.",
    .message = "an error response: it holds no outputs",
    .expected = "outputs",
    .why = "The protocol answers errors with an object that has the one member error.",
    .severity = Severity::note,
};

inline constexpr Rule dimension{
    .id = "kserve/dimension",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::shape,
    .title = "A dimension is an integer that is not negative.",
    .message = "this is no such integer",
    .expected = "an integer from 0 on",
    .why = "",
};

inline constexpr Rule dimension_lexeme{
    .id = "kserve/dimension-lexeme",
    .kind = Kind::invalid,
    .category = Category::not_canonical,
    .level = Level::decision,
    .clause = clause::shape,
    .title = "A dimension is written in digits alone.",
    .message = "a dimension with a sign, a fraction or an exponent",
    .expected = "decimal digits",
    .why = "Readers that look at the type of a number refuse 4.0, others round or cut.",
};

inline constexpr Rule dimension_range{
    .id = "kserve/dimension-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::shape,
    .title = "A dimension is at most 2^63-1.",
    .message = "a dimension above 2^63-1",
    .expected = "at most 9223372036854775807",
    .why = "The two forms of the protocol allow 64 bits without and with a sign; both take this range.",
};

inline constexpr Rule rank{
    .id = "kserve/rank",
    .kind = Kind::limit,
    .category = Category::resource_limit,
    .level = Level::limit,
    .clause = clause::bounds,
    .title = "A tensor has at most max_rank dimensions (255 unless set).",
    .message = "{actual} dimensions; the bound is {expected}",
    .expected = "at most max_rank dimensions",
    .why = "The specification sets no bound; readers stop at 32 or nowhere.",
};

inline constexpr Rule datatype{
    .id = "kserve/datatype",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::datatypes,
    .title = "The datatype is one of fourteen names, in capitals.",
    .message = "there is no such datatype",
    .expected = "BOOL, UINT8 ... UINT64, INT8 ... INT64, FP16, FP32, FP64, BYTES or BF16",
    .why = "",
};

inline constexpr Rule element_count{
    .id = "kserve/element-count",
    .kind = Kind::invalid,
    .category = Category::overflow,
    .level = Level::decision,
    .clause = clause::shape,
    .title = "The size of a tensor in bytes fits 64 bits.",
    .message = "the dimensions multiply to more than 64 bits hold",
    .expected = "a size below 2^64",
    .why = "A product that wraps makes a huge shape pass for a small one.",
};

inline constexpr Rule binary_data_size{
    .id = "kserve/binary-data-size",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::binary,
    .title = "binary_data_size is an integer that is not negative.",
    .message = "this is no such integer",
    .expected = "an integer from 0 on",
    .why = "",
};

inline constexpr Rule binary_data_size_lexeme{
    .id = "kserve/binary-data-size-lexeme",
    .kind = Kind::invalid,
    .category = Category::not_canonical,
    .level = Level::decision,
    .clause = clause::binary,
    .title = "binary_data_size is written in digits alone.",
    .message = "a size with a sign, a fraction or an exponent",
    .expected = "decimal digits",
    .why = "Readers that look at the type of a number refuse 16.0, others round or cut.",
};

inline constexpr Rule binary_data_size_range{
    .id = "kserve/binary-data-size-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::must,
    .clause = clause::binary,
    .title = "binary_data_size is at most 2^63-1.",
    .message = "a size above 2^63-1",
    .expected = "at most 9223372036854775807",
    .why = "",
};

inline constexpr Rule data_and_size{
    .id = "kserve/data-and-size",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::binary,
    .title = "A tensor has either data or binary_data_size.",
    .message = "both data and binary_data_size",
    .expected = "one of them",
    .why = "",
};

inline constexpr Rule data_missing{
    .id = "kserve/data-missing",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::binary,
    .title = "A tensor has data or binary_data_size.",
    .message = "neither data nor binary_data_size",
    .expected = "one of them",
    .why = "",
};

inline constexpr Rule data_missing_empty{
    .id = "kserve/data-missing-empty",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::binary,
    .title = "A tensor without elements has data or binary_data_size, too.",
    .message = "neither data nor binary_data_size",
    .expected = "one of them, though it is empty",
    .why = "One server leaves out both where there are no elements.",
    .compat = true,
};

inline constexpr Rule size_mismatch{
    .id = "kserve/size-mismatch",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::binary,
    .title = "binary_data_size is the number of elements, times their size.",
    .message = "binary_data_size is {actual}; the shape needs {expected}",
    .expected = "{expected} bytes",
    .why = "",
};

inline constexpr Rule data_half{
    .id = "kserve/data-half",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::datatypes,
    .title = "Elements of FP16 and BF16 travel as binary data.",
    .message = "JSON data of a type that has 16 bits",
    .expected = "binary_data_size",
    .why = "The specification calls them problematic in JSON; every server refuses them.",
};

inline constexpr Rule data_element{
    .id = "kserve/data-element",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::datatypes,
    .title = "Elements in JSON are numbers; of BOOL true or false, of BYTES strings.",
    .message = "an element of another type",
    .expected = "an element of the datatype",
    .why = "",
};

inline constexpr Rule data_integer{
    .id = "kserve/data-integer",
    .kind = Kind::invalid,
    .category = Category::not_canonical,
    .level = Level::decision,
    .clause = clause::datatypes,
    .title = "Elements of integer types have neither fraction nor exponent.",
    .message = "an integer with a fraction or an exponent",
    .expected = "decimal digits",
    .why = "Servers may coerce or refuse; they do either.",
};

inline constexpr Rule data_range{
    .id = "kserve/data-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::datatypes,
    .title = "Elements lie in the range of their datatype.",
    .message = "an element out of range",
    .expected = "an element that the datatype holds",
    .why = "Servers wrap, saturate, give infinity or refuse.",
};

inline constexpr Rule data_count{
    .id = "kserve/data-count",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::shape,
    .title = "JSON data hold as many elements as the shape says.",
    .message = "{actual} elements; the shape needs {expected}",
    .expected = "{expected} elements",
    .why = "",
};

inline constexpr Rule data_shape{
    .id = "kserve/data-shape",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::shape,
    .title = "JSON data are flat or nested exactly as the shape.",
    .message = "the nesting is not that of the shape",
    .expected = "one flat array, or the nesting of the shape",
    .why = "Some servers only count elements, others refuse.",
    .compat = true,
};

inline constexpr Rule body_truncated{
    .id = "kserve/body-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::binary,
    .title = "The binary data of all tensors are there.",
    .message = "{actual} bytes are left for {expected} of this tensor",
    .expected = "all binary data",
    .why = "",
};

inline constexpr Rule trailing_bytes{
    .id = "kserve/trailing-bytes",
    .kind = Kind::invalid,
    .category = Category::trailing_data,
    .level = Level::must,
    .clause = clause::binary,
    .title = "Nothing stands behind the binary data.",
    .message = "{actual} bytes behind the message",
    .expected = "the end of the body",
    .why = "",
    .compat = true,
};

inline constexpr Rule boolean{
    .id = "kserve/boolean",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::should,
    .clause = clause::datatypes,
    .title = "A binary BOOL is the byte 0 or 1.",
    .message = "a BOOL cannot be {actual:#04x}",
    .expected = "0 or 1",
    .why = "",
    .compat = true,
};

inline constexpr Rule bytes_truncated{
    .id = "kserve/bytes-truncated",
    .kind = Kind::invalid,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::datatypes,
    .title = "An element of BYTES is 4 bytes of length and as many bytes as they say.",
    .message = "{actual} bytes are left of the tensor; the element needs {expected}",
    .expected = "the whole element",
    .why = "",
};

inline constexpr Rule bytes_count{
    .id = "kserve/bytes-count",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::datatypes,
    .title = "Binary data of BYTES hold as many elements as the shape says.",
    .message = "{actual} bytes behind the last of the {expected} elements",
    .expected = "{expected} elements",
    .why = "",
};

inline constexpr Rule bytes_missing{
    .id = "kserve/bytes-missing",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::datatypes,
    .title = "Binary data of BYTES do not end before the last element.",
    .message = "the data end after {actual} of {expected} elements",
    .expected = "{expected} elements",
    .why = "",
};

}  // namespace rule

inline constexpr const Rule* all_rules[] = {
    &rule::header_length,
    &rule::raw_request,
    &rule::json_truncated,
    &rule::byte_order_mark,
    &rule::json_object,
    &rule::json_value,
    &rule::json_word,
    &rule::json_number,
    &rule::json_key,
    &rule::json_colon,
    &rule::json_separator,
    &rule::json_control,
    &rule::json_escape,
    &rule::json_surrogate,
    &rule::json_utf8,
    &rule::nan_literal,
    &rule::depth,
    &rule::duplicate_key,
    &rule::json_trailing,
    &rule::member_type,
    &rule::null_member,
    &rule::member_missing,
    &rule::inputs_empty,
    &rule::duplicate_name,
    &rule::parameter_type,
    &rule::parameter_flag,
    &rule::shared_memory,
    &rule::nul_in_name,
    &rule::error_response,
    &rule::dimension,
    &rule::dimension_lexeme,
    &rule::dimension_range,
    &rule::rank,
    &rule::datatype,
    &rule::element_count,
    &rule::binary_data_size,
    &rule::binary_data_size_lexeme,
    &rule::binary_data_size_range,
    &rule::data_and_size,
    &rule::data_missing,
    &rule::data_missing_empty,
    &rule::size_mismatch,
    &rule::data_half,
    &rule::data_element,
    &rule::data_integer,
    &rule::data_range,
    &rule::data_count,
    &rule::data_shape,
    &rule::body_truncated,
    &rule::trailing_bytes,
    &rule::boolean,
    &rule::bytes_truncated,
    &rule::bytes_count,
    &rule::bytes_missing,
};

inline constexpr const Rule* for_requests[] = {&rule::null_member, &rule::inputs_empty};
inline constexpr const Rule* for_responses[] = {&rule::error_response};
inline constexpr auto request_rules = rules_without(all_rules, for_responses);
inline constexpr auto response_rules = rules_without(all_rules, for_requests);

}  // namespace hallmark::kserve
