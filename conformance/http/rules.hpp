// The rules of the family `http`: messages of HTTP/1.0 and 1.1 around bodies, in table order.
#pragma once

#include "codecs/core/rule_table.hpp"

namespace hallmark::http {

namespace clause {

inline constexpr std::string_view revision = "2022-06";
inline constexpr Clause message_parsing{"rfc9112", "message-parsing", revision};
inline constexpr Clause http_version{"rfc9112", "http-version", revision};
inline constexpr Clause request_line{"rfc9112", "request-line", revision};
inline constexpr Clause status_line{"rfc9112", "status-line", revision};
inline constexpr Clause field_syntax{"rfc9112", "field-syntax", revision};
inline constexpr Clause obsolete_line_folding{"rfc9112", "obsolete-line-folding", revision};
inline constexpr Clause transfer_encoding{"rfc9112", "transfer-encoding", revision};
inline constexpr Clause message_body_length{"rfc9112", "message-body-length", revision};
inline constexpr Clause transfer_codings{"rfc9112", "transfer-codings", revision};
inline constexpr Clause chunked{"rfc9112", "chunked-transfer-coding", revision};
inline constexpr Clause incomplete_messages{"rfc9112", "handling-incomplete-messages", revision};
inline constexpr Clause fields{"rfc9110", "fields", revision};
inline constexpr Clause trailers{"rfc9110", "trailer-fields", revision};
inline constexpr Clause content_encoding{"rfc9110", "content-encoding", revision};
inline constexpr Clause content_length{"rfc9110", "content-length", revision};
inline constexpr Clause status_codes{"rfc9110", "status-codes", revision};
// What the RFCs leave to others: the fields of this protocol, and our bounds.
inline constexpr Clause messages{"rulings", "http-messages", "1"};
inline constexpr Clause bounds{"rulings", "http-bounds", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "http/not-a-request",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "Every message is a request where a format of requests is named.",
        .message = "this is a response, and requests are what the format names",
        .expected = "a request line",
        .why = "Whoever names a format means one direction; bodies of the other follow other rules.",
    },
    {
        .id = "http/not-a-response",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "Every message is a response where a format of responses is named.",
        .message = "this is a request, and responses are what the format names",
        .expected = "a status line",
        .why = "Whoever names a format means one direction; bodies of the other follow other rules.",
    },
    {
        .id = "http/request-line",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::request_line,
        .title =
            "A request line is a method, a target without white space or controls, and a version, separated by single "
            "spaces.",
        .message = "this is no method, target and version with a space between",
        .expected = "method SP target SP HTTP/1.1",
    },
    {
        .id = "http/status-line",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::status_line,
        .title = "A status line is a version, a code of three digits and a reason, separated by single spaces; the "
                 "reason holds "
                 "no controls.",
        .message = "this is no version, code of three digits and reason with a space between",
        .expected = "HTTP/1.1 SP code SP reason",
    },
    {
        .id = "http/version",
        .kind = Kind::malformed,
        .category = Category::bad_version,
        .level = Level::must,
        .clause = clause::http_version,
        .title = "A version is HTTP, a slash, a digit, a point and a digit.",
        .message = "this is no version of HTTP",
        .expected = "HTTP/1.1",
    },
    {
        .id = "http/version-unsupported",
        .kind = Kind::unsupported,
        .category = Category::bad_version,
        .level = Level::decision,
        .clause = clause::http_version,
        .title = "The version is HTTP/1.0 or HTTP/1.1; a status line may say HTTP/2 as programs print it.",
        .message = "messages of this version of HTTP are not read",
        .expected = "HTTP/1.0 or HTTP/1.1",
        .why =
            "Later versions have no text of their own; how far a dump of one can be trusted, nobody says. The form in "
            "which curl prints HTTP/2 is in wide use.",
    },
    {
        .id = "http/status-code",
        .kind = Kind::invalid,
        .category = Category::out_of_range,
        .level = Level::should,
        .clause = clause::status_codes,
        .title = "A status code lies between 100 and 599.",
        .message = "the status code is {actual}",
        .expected = "100..599",
    },
    {
        .id = "http/interim-alone",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::status_codes,
        .title = "An interim response (1xx) is followed by another response.",
        .message = "no response follows the interim one",
        .expected = "a status line",
    },
    {
        .id = "http/head-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::incomplete_messages,
        .title = "A head ends with an empty line.",
        .message = "the input ends inside the head of a message",
        .expected = "an empty line",
    },
    {
        .id = "http/head-limit",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "A head, or a trailer section, is at most 1 MiB long.",
        .message = "this head is longer than {expected} bytes",
        .expected = "at most {expected} bytes",
        .why = "Servers stop at a few KiB; without a bound one line could hold the reader for as long as it likes.",
    },
    {
        .id = "http/empty-line",
        .kind = Kind::invalid,
        .category = Category::trailing_data,
        .level = Level::should,
        .clause = clause::message_parsing,
        .title = "No empty line follows a message.",
        .message = "{actual} bytes of empty lines follow this message",
        .expected = "",
        .severity = Severity::warning,
    },
    {
        .id = "http/bare-lf",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::message_parsing,
        .title = "A line of a head ends with CR LF.",
        .message = "this line ends with LF alone",
        .expected = "CR LF",
        .why = "The RFC lets a recipient take LF alone; two readers then see different lines in one head.",
        .compat = true,
    },
    {
        .id = "http/bare-cr",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::message_parsing,
        .title = "A CR in a head is followed by LF.",
        .message = "this CR is not followed by LF",
        .expected = "CR LF",
    },
    {
        .id = "http/obs-fold",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::obsolete_line_folding,
        .title = "A line of a head does not start with white space.",
        .message = "this line starts with white space, as a folded one would",
        .expected = "a field name",
    },
    {
        .id = "http/field-colon",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::field_syntax,
        .title = "A field line is a name, a colon and a value.",
        .message = "this line has no colon",
        .expected = "name: value",
    },
    {
        .id = "http/field-name-empty",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::fields,
        .title = "A field name is not empty.",
        .message = "nothing stands before the colon",
        .expected = "a field name",
    },
    {
        .id = "http/field-name",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::fields,
        .title = "A field name is a token: letters, digits and !#$%&'*+-.^_`|~.",
        .message = "byte {actual:#04x} cannot stand in a field name",
        .expected = "a letter, a digit or one of !#$%&'*+-.^_`|~",
    },
    {
        .id = "http/space-before-colon",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::field_syntax,
        .title = "No white space stands between a field name and its colon.",
        .message = "white space stands between the field name and its colon",
        .expected = "no white space",
    },
    {
        .id = "http/field-value",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::fields,
        .title = "A field value holds no control characters but tabs.",
        .message = "control character {actual:#04x} in a field value",
        .expected = "no control characters",
    },
    {
        .id = "http/content-length",
        .kind = Kind::malformed,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::content_length,
        .title = "Content-Length is a decimal number: digits and nothing else.",
        .message = "this is no decimal number",
        .expected = "digits",
    },
    {
        .id = "http/content-length-twice",
        .kind = Kind::malformed,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::content_length,
        .title = "A message has one Content-Length.",
        .message = "there was a Content-Length before",
        .expected = "one Content-Length",
        .why = "A recipient may take equal ones for one; it may as well refuse them, and a sender must not write them.",
    },
    {
        .id = "http/transfer-encoding",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::transfer_encoding,
        .title = "Transfer-Encoding is a list of names of codings.",
        .message = "this is no list of codings",
        .expected = "chunked",
    },
    {
        .id = "http/transfer-coding",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::transfer_codings,
        .title = "The only transfer coding is chunked, without parameters.",
        .message = "bodies of this transfer coding are not read",
        .expected = "chunked",
        .why = "No client or server of the protocol uses another; Content-Encoding says how content is compressed.",
    },
    {
        .id = "http/chunked-not-last",
        .kind = Kind::malformed,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::transfer_encoding,
        .title = "The transfer coding chunked stands last, once, and ends the list of every request.",
        .message = "chunked is not the last transfer coding",
        .expected = "chunked at the end, once",
    },
    {
        .id = "http/transfer-encoding-version",
        .kind = Kind::malformed,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::transfer_encoding,
        .title = "Messages of HTTP/1.0 have no Transfer-Encoding.",
        .message = "HTTP/1.0 has no Transfer-Encoding",
        .expected = "no Transfer-Encoding",
    },
    {
        .id = "http/length-and-chunked",
        .kind = Kind::malformed,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::message_body_length,
        .title = "A message has Content-Length or Transfer-Encoding, not both.",
        .message = "a message cannot have both Content-Length and Transfer-Encoding",
        .expected = "one of them",
        .why = "Readers that prefer one and readers that prefer the other see different messages; the RFC asks for an "
               "error "
               "and permits less.",
    },
    {
        .id = "http/body-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::incomplete_messages,
        .title = "A body is as long as its Content-Length or its chunks say.",
        .message = "the input ends inside the body of a message",
        .expected = "the rest of the body",
    },
    {
        .id = "http/trailing-data",
        .kind = Kind::malformed,
        .category = Category::trailing_data,
        .level = Level::must,
        .clause = clause::message_body_length,
        .title = "Behind a message stands another message or nothing.",
        .message = "{actual} bytes behind the end of the message start no other message",
        .expected = "a start line, or the end",
    },
    {
        .id = "http/chunk-size",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::chunked,
        .title = "A chunk starts with its size: hexadecimal digits and nothing else.",
        .message = "this is no size of a chunk",
        .expected = "hexadecimal digits",
    },
    {
        .id = "http/chunk-extension",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::chunked,
        .title = "A chunk extension is a semicolon, a token, and perhaps an equals sign and a token or quoted string.",
        .message = "this is no chunk extension",
        .expected = "; name or ; name=value",
    },
    {
        .id = "http/chunk-end",
        .kind = Kind::malformed,
        .category = Category::bad_text,
        .level = Level::must,
        .clause = clause::chunked,
        .title = "The line with the size of a chunk and the data of a chunk each end with CR LF.",
        .message = "CR LF is missing at the end of this part of a chunk",
        .expected = "CR LF",
    },
    {
        .id = "http/trailer-field",
        .kind = Kind::invalid,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::trailers,
        .title = "No field that says where a body ends or how to read it stands behind the body.",
        .message = "this field may not stand behind the body",
        .expected = "a place in the head",
    },
    {
        .id = "http/content-coding",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "Content-Encoding is gzip, deflate or identity, and one of them.",
        .message = "bodies of this content coding are not read",
        .expected = "gzip or deflate",
        .why = "These are the codings that servers of the protocol take.",
    },
    {
        .id = "http/content-corrupt",
        .kind = Kind::malformed,
        .category = Category::bad_value,
        .level = Level::must,
        .clause = clause::content_encoding,
        .title = "Compressed content is a stream of the format that its coding names: gzip, or zlib for deflate.",
        .message = "the compressed content cannot be read",
        .expected = "the stream that Content-Encoding names",
    },
    {
        .id = "http/content-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::content_encoding,
        .title = "A compressed stream is complete.",
        .message = "the content ends inside its compressed stream",
        .expected = "the rest of the stream",
    },
    {
        .id = "http/content-trailing",
        .kind = Kind::malformed,
        .category = Category::trailing_data,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "The content ends where its compressed stream does.",
        .message = "{actual} bytes stand behind the end of the compressed stream",
        .expected = "no more bytes",
        .why = "Servers read one stream and overlook the rest, or read several members of gzip: what the body is then "
               "depends "
               "on who reads.",
    },
    {
        .id = "http/content-limit",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title =
            "What the content of a message becomes takes at most the larger of 64 MiB and 64 times its size, at most 1 "
            "GiB, and at most the memory allowed.",
        .message = "the content becomes more than {expected} bytes",
        .expected = "at most {expected} bytes",
        .why = "A byte of compressed content can stand for a thousand.",
    },
    {
        .id = "http/header-length",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "Inference-Header-Content-Length is a decimal number: digits and nothing else.",
        .message = "this is no decimal number",
        .expected = "digits",
        .why = "Servers read signs, hexadecimal digits and what follows the digits each in their own way, and so "
               "different "
               "lengths.",
    },
    {
        .id = "http/header-length-twice",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "A message has one Inference-Header-Content-Length.",
        .message = "there was an Inference-Header-Content-Length before",
        .expected = "one Inference-Header-Content-Length",
        .why = "The field is no list; which of two a reader takes depends on the reader.",
    },
    {
        .id = "http/header-length-option",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "The length of the JSON is given by the message, or by an option, which then wins.",
        .message = "the option says {expected}; this field is not used",
        .expected = "",
        .why = "Who gives the option wants to see the message read that way, and should know what it says itself.",
        .severity = Severity::note,
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = list_of(rule_table);

}  // namespace hallmark::http
