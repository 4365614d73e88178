// Messages: whole messages of HTTP/1.0 and 1.1, one after the other, and the bodies that they carry.
//
// A body lies in the file where nothing was done to it; otherwise chunks are joined and compression is undone in memory
// of the reader. That memory is bounded by the size of the file, by the bound on what compressed content may become,
// and by Settings::memory; no number in the file sizes it. Time is linear in the file and in what its content becomes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "codecs/core/findings.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::http {

// Role says which way a message goes.
enum class Role : std::uint8_t { request, response };

// max_head is the longest head, and the longest trailer section, that is read.
inline constexpr std::uint64_t max_head = std::uint64_t{1} << 20;

// content_cap is how large compressed content of `size` bytes may become.
[[nodiscard]] constexpr std::uint64_t content_cap(std::uint64_t size) noexcept {
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  if (size > most / 64) return most;
  return size * 64 > least ? size * 64 : least;
}

// role_of says whether bytes begin with a start line, or with what was meant to be one, and of which kind of message.
// It looks at the first line alone.
[[nodiscard]] std::optional<Role> role_of(Bytes bytes) noexcept;

struct Settings {
  Profile profile = Profile::strict;
  std::optional<std::uint64_t> header_length = {};  // wins over the field of a message
  std::optional<Role> expected = {};                // messages of the other kind are errors
  std::uint64_t memory = std::uint64_t{1} << 30;    // bytes that one body may take
};

class Buffer;

struct Message {
  std::uint64_t index = 0;   // interim responses do not count
  std::uint64_t offset = 0;  // of its first byte, that of the interim responses before it included
  std::uint64_t end = 0;     // behind its last byte; the end of the file where it could not be found
  Role role = Role::request;
  bool readable = false;                            // the body was found and can be checked
  Bytes body = {};                                  // good until the next message
  std::uint64_t memory = 0;                         // bytes that the body takes beside the file
  Verdict verdict = Verdict::valid;                 // of everything but the body
  std::optional<std::uint64_t> header_length = {};  // of the JSON in the body: option or field
};

class Messages {
 public:
  Messages(Bytes file, const Settings& settings);
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  ~Messages();

  // next reads one message and reports what is wrong with it, its body excepted; offsets count from the start of the
  // file. False: there are no more messages, or none can be found behind one that is broken.
  [[nodiscard]] bool next(Message& message, DiagnosticSink& sink);

 private:
  Bytes file_;
  Settings settings_;
  std::unique_ptr<Buffer> buffer_;
  std::uint64_t cursor_ = 0;
  std::uint64_t index_ = 0;
  bool over_ = false;
};

}  // namespace hallmark::http
