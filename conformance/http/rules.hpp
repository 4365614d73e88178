// SPDX-License-Identifier: Apache-2.0
// The rules of the family `http`: ours about messages around bodies, in table order.
#pragma once

#include "hallmark/core/rule_table.hpp"

namespace hallmark::http {

namespace clause {

inline constexpr std::string_view revision = "2022-06";
inline constexpr Clause message_parsing{"rfc9112", "message-parsing", revision};
inline constexpr Clause transfer_codings{"rfc9112", "transfer-codings", revision};
inline constexpr Clause incomplete_messages{"rfc9112", "handling-incomplete-messages", revision};
inline constexpr Clause content_encoding{"rfc9110", "content-encoding", revision};
inline constexpr Clause framing{"kserve-binary", "inference-header-content-length", "2022"};
// What the RFCs leave to others: how captures are read, the fields of this protocol, and our bounds.
inline constexpr Clause messages{"rulings", "http-messages", "1"};
inline constexpr Clause bounds{"rulings", "http-bounds", "1"};

}  // namespace clause

inline constexpr Rule rule_table[] = {
    {
        .id = "http/message",
        .kind = Kind::unsupported,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "A message has a head that can be read, and a body whose end the head or the chunks tell.",
        .message = "this HTTP message cannot be taken apart: reading stopped after {actual_bytes}",
        .expected = "a start line, fields, an empty line and the body",
        .fix = "Copy the message again byte for byte, or check the body alone.",
        .why = "Where a message ends is not known, so it has not been checked.",
    },
    {
        .id = "http/header-length",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "Inference-Header-Content-Length is a decimal number, with digits only.",
        .message = "Inference-Header-Content-Length is not a decimal number",
        .expected = "digits",
        .fix = "Write the size of the JSON in decimal digits.",
        .why = "Servers read signs, hexadecimal digits and text after the digits in different ways, and so get "
               "different lengths.",
    },
    {
        .id = "http/header-length-twice",
        .kind = Kind::invalid,
        .category = Category::duplicate,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "A message has one Inference-Header-Content-Length.",
        .message = "duplicate Inference-Header-Content-Length",
        .expected = "",
        .fix = "Send only one Inference-Header-Content-Length.",
        .why = "The field is not a list, and readers differ in which of two values they take.",
    },
    {
        .id = "http/header-length-option",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::messages,
        .title =
            "The length of the JSON is given by the message or by the option --header-length, which takes precedence.",
        .message = "this field is ignored, because --header-length is {expected}",
        .expected = "",
        .fix = "Leave --header-length out to use the length in the message.",
        .why = "The option asks to read the message with another length. The note says that the message has one of its "
               "own.",
        .severity = Severity::note,
    },
    {
        .id = "http/inference-length-missing",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::must,
        .clause = clause::framing,
        .demand = {Addressee::writer, "L76-L79",
                   "With any binary data the header Inference-Header-Content-Length must be provided."},
        .title = "A message with binary data has Inference-Header-Content-Length.",
        .message = "Inference-Header-Content-Length is missing, and the body has binary data",
        .expected = "the size of the JSON",
        .fix = "Send Inference-Header-Content-Length with the size of the JSON.",
        .repair = "Write the header with the length of the JSON.",
        .compat = true,
    },
    {
        .id = "http/bare-lf",
        .kind = Kind::invalid,
        .category = Category::bad_text,
        .level = Level::decision,
        .clause = clause::message_parsing,
        .title = "A line of a head, and of the framing of chunks, ends with CR LF.",
        .message = "the line ends with LF alone",
        .expected = "CR LF",
        .fix = "End each line with CR LF.",
        .repair = "Write CR LF at the end of each line.",
        .why = "The RFC lets a recipient accept LF alone, so two readers can see different lines.",
        .compat = true,
    },
    {
        .id = "http/transfer-coding",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::transfer_codings,
        .title = "The only transfer coding is chunked, without parameters.",
        .message = "this transfer coding is not supported",
        .expected = "chunked",
        .fix = "Use chunked, and name compression in Content-Encoding.",
        .why = "Known clients and servers of the protocol use no other coding. Content-Encoding says how content is "
               "compressed.",
    },
    {
        .id = "http/decoded-body",
        .kind = Kind::invalid,
        .category = Category::mismatch,
        .level = Level::decision,
        .clause = clause::messages,
        .title = "A body whose head says chunked starts with the size of a chunk.",
        .message = "the head says chunked, but the body has no chunks: it is read to the end of the file",
        .expected = "the size of a chunk",
        .fix = "Capture with `curl -i --raw` to keep the chunks.",
        .why = "`curl -i` prints the head as it came and the body without its chunks.",
        .severity = Severity::note,
    },
    {
        .id = "http/body-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::must,
        .clause = clause::incomplete_messages,
        .demand = {Addressee::data, "section-8",
                   "A body shorter than its Content-Length, or without its last chunk, is incomplete."},
        .title = "A body is as long as its Content-Length or its chunks say.",
        .message = "the input ends inside the body of a message",
        .expected = "",
        .fix = "Include the whole body, or correct Content-Length or the chunk sizes.",
    },
    {
        .id = "http/content-coding",
        .kind = Kind::unsupported,
        .category = Category::unsupported,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "Content-Encoding is one of gzip, deflate and identity.",
        .message = "this content coding is not supported",
        .expected = "gzip, deflate or identity",
        .fix = "Use gzip or deflate, or send the content uncompressed.",
        .why = "These are the codings that servers of the protocol accept.",
    },
    {
        .id = "http/content-corrupt",
        .kind = Kind::malformed,
        .category = Category::bad_value,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "Compressed content is a stream of the format that its coding names: gzip, or zlib for deflate.",
        .message = "the compressed content is corrupt, or not of the named coding",
        .expected = "",
        .fix = "Correct Content-Encoding, or copy the message again byte for byte.",
        .why = "Without the coding undone the body is not known.",
    },
    {
        .id = "http/content-truncated",
        .kind = Kind::malformed,
        .category = Category::truncated,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "A compressed stream is complete.",
        .message = "the compressed stream is incomplete",
        .expected = "",
        .fix = "Send the whole compressed stream, or copy the message again.",
        .why = "What is missing may be any part of the body.",
    },
    {
        .id = "http/content-trailing",
        .kind = Kind::malformed,
        .category = Category::trailing_data,
        .level = Level::decision,
        .clause = clause::content_encoding,
        .title = "The content ends where its compressed stream ends.",
        .message = "{actual_bytes} of trailing data after the compressed stream",
        .expected = "",
        .fix = "Send one compressed stream and nothing after it.",
        .why = "Some servers read one stream and ignore the rest, others read several gzip members, so the body would "
               "depend on the reader.",
    },
    {
        .id = "http/content-limit",
        .kind = Kind::limit,
        .category = Category::resource_limit,
        .level = Level::limit,
        .clause = clause::bounds,
        .title = "Decompressed content takes at most the larger of 64 MiB and 64 times its compressed size, at most 1 "
                 "GiB, and at most the memory allowed.",
        .message = "the decompressed content is too large",
        .expected = "at most {expected_bytes}",
        .fix = "Send smaller content, or send it uncompressed.",
        .why = "One byte of compressed content can expand to a thousand.",
    },
};

// rule<"…"> is the rule with an id. An id that the table does not have does not compile.
template <RuleId id>
inline constexpr const Rule& rule = rule_in(rule_table, id);

inline constexpr auto rules = list_of(rule_table);

}  // namespace hallmark::http
