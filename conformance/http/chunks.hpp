// Chunks: the pieces of a chunked body. RFC 9112, section 7.1.
#pragma once

#include "conformance/http/lines.hpp"

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

}  // namespace hallmark::http
