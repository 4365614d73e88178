// Reads files of HTTP/1.0 and 1.1 messages and their bodies.
//
// A plain body is a view of the file; chunks are joined and compressed content is decompressed in memory of the reader.
// That memory is bounded by the size of the file, by content_cap and by Settings::memory, never by a number in the
// file. Time is linear in the sizes of the file and of the decompressed content.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "codecs/core/findings.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::compression {
class Buffer;
}

namespace hallmark::http {

// Role distinguishes requests from responses.
enum class Role : std::uint8_t { request, response };

// max_head limits the size of a head, and of a trailer section.
inline constexpr std::uint64_t max_head = std::uint64_t{1} << 20;

// content_cap limits the decompressed size of `size` bytes.
[[nodiscard]] constexpr std::uint64_t content_cap(std::uint64_t size) noexcept {
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  if (size > most / 64) return most;
  return size * 64 > least ? size * 64 : least;
}

// role_of returns the kind of message whose start line, valid or nearly so, is the first line of the input.
[[nodiscard]] std::optional<Role> role_of(Bytes bytes) noexcept;

// is_inference: the first message has a target /v2/…/infer or a field Inference-Header-Content-Length. `start` is the
// start of a file; of a head that is longer, only these bytes are read.
[[nodiscard]] bool is_inference(Bytes start) noexcept;

struct Settings {
  Profile profile = Profile::strict;
  std::optional<std::uint64_t> header_length = {};  // overrides the field of a message
  std::optional<Role> expected = {};                // other messages are errors
  std::uint64_t memory = std::uint64_t{1} << 30;    // limit in bytes for one body
};

struct Message {
  std::uint64_t index = 0;   // without interim responses
  std::uint64_t offset = 0;  // of its first byte, or of the first interim response before it
  std::uint64_t end = 0;     // after its last byte; the end of the file if unknown
  Role role = Role::request;
  bool readable = false;                            // the body was found and can be decoded
  Bytes body = {};                                  // valid until the next message
  std::uint64_t memory = 0;                         // bytes of memory that the body takes
  Verdict verdict = Verdict::valid;                 // of the message without its body
  std::optional<std::uint64_t> header_length = {};  // length of the JSON in the body: from option or field
};

class Messages {
 public:
  Messages(Bytes file, const Settings& settings);
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  ~Messages();

  // next reads one message and reports its faults, but not those of its body. Offsets count from the start of the file.
  // False: there are no more messages, or the end of a faulty one is unknown.
  [[nodiscard]] bool next(Message& message, DiagnosticSink& sink);

 private:
  Bytes file_;
  Settings settings_;
  std::unique_ptr<compression::Buffer> buffer_;
  std::uint64_t cursor_ = 0;
  std::uint64_t index_ = 0;
  bool over_ = false;
};

}  // namespace hallmark::http
