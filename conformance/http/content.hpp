// SPDX-License-Identifier: Apache-2.0
// Content: takes chunks apart (RFC 9112, section 7.1), joins them, and decompresses bodies.
#pragma once

#include "conformance/compression/buffer.hpp"
#include "conformance/http/head.hpp"

namespace hallmark::http {

struct Chunk {
  enum class Outcome : std::uint8_t { whole, truncated, broken };
  Outcome outcome = Outcome::whole;
  std::uint64_t at = 0;  // offset of the data in the file
  Bytes data = {};       // empty in the last chunk
};

// size_at returns the size of a chunk that a text starts with; none if no chunk starts there.
[[nodiscard]] std::optional<std::uint64_t> size_at(std::string_view text) noexcept;
// read_chunk takes a chunk; with the last one the trailers after it, too.
[[nodiscard]] Chunk read_chunk(Lines& lines) noexcept;

// Body is content as stored in the file: in one piece or in chunks.
struct Body {
  std::uint64_t at = 0;      // start of the first chunk, or of the one piece
  std::uint64_t end = 0;     // after the one piece, or after the trailers
  std::uint64_t size = 0;    // size of the content
  std::uint64_t chunks = 0;  // number of chunks with content; the last chunk has none
  bool chunked = false;
};

// content_cap limits the decompressed size of `size` bytes.
[[nodiscard]] constexpr std::uint64_t content_cap(std::uint64_t size) noexcept {
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  if (size > most / 64) return most;
  return size * 64 > least ? size * 64 : least;
}

struct Content {
  Bytes bytes;
  std::uint64_t memory = 0;  // bytes of the buffer that it takes
  bool sound = true;
};

// content_of decodes a body and reports the fault in it. In one piece, or as a single chunk, without compression, it
// stays a view of the file.
[[nodiscard]] Content content_of(Bytes file, const Body& body, Coding coding, std::uint64_t memory,
                                 compression::Buffer& buffer, Findings& findings);

}  // namespace hallmark::http
