// SPDX-License-Identifier: Apache-2.0
// Reads files of HTTP messages and their bodies.
//
// A plain body is a view of the file; chunks are joined and compressed content is decompressed in memory of the reader.
// That memory is bounded by the size of the file, by content_cap and by Settings::memory, never by a number in the
// file. Time is linear in the sizes of the file and of the decompressed content.
#pragma once

#include "codecs/core/findings.hpp"
#include "conformance/compression/buffer.hpp"
#include "conformance/http/start_line.hpp"

namespace hallmark::http {

struct Settings {
  Profile profile = Profile::strict;
  std::optional<std::uint64_t> header_length = {};  // overrides the field of a message
  std::uint64_t memory = std::uint64_t{1} << 30;    // limit in bytes for one body
};

struct Message {
  std::uint64_t index = 0;   // without interim responses
  std::uint64_t offset = 0;  // of its first byte, or of the first interim response before it
  std::uint64_t fields = 0;  // where the fields of its head end
  std::uint64_t end = 0;     // where the next message starts; the end of the file if unknown
  Role role = Role::request;
  bool whole = false;                               // it was taken apart; else its last finding is http/message
  bool readable = false;                            // the body was found and can be decoded
  Bytes body = {};                                  // valid until the next message
  std::uint64_t memory = 0;                         // bytes of memory that the body takes
  Verdict verdict = Verdict::valid;                 // of the message without its body
  std::optional<std::uint64_t> header_length = {};  // length of the JSON in the body: from option or field
};

class Messages {
 public:
  Messages(Bytes file, const Settings& settings) : file_(file), settings_(settings) {}

  // next reads one message and reports its faults, but not those of its body. Offsets count from the start of the file.
  // False: there are no more messages, or the end of a faulty one is unknown.
  [[nodiscard]] bool next(Message& message, DiagnosticSink& sink);

 private:
  Bytes file_;
  Settings settings_;
  compression::Buffer buffer_;
  std::uint64_t next_ = 0;  // where the next message starts
  std::uint64_t index_ = 0;
  bool over_ = false;
};

}  // namespace hallmark::http
