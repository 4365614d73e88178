// Chunks: the pieces of a chunked body. RFC 9112, section 7.1.
#pragma once

#include "conformance/http/faults.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::http {

// Chunk is one chunk, or a fault in its place.
struct Chunk {
  Bytes data;              // empty in the last chunk
  std::uint64_t at = 0;    // offset of the data in the file
  std::uint64_t next = 0;  // offset of the next chunk; after the last one, of the trailers
  const Rule* fault = nullptr;
  std::uint64_t fault_at = 0;
  std::uint64_t fault_length = 0;
  const char* member = "";
};

[[nodiscard]] Chunk read_chunk(Bytes file, std::uint64_t at) noexcept;

// Body is content as stored in the file: in one piece or in chunks.
struct Body {
  std::uint64_t at = 0;      // start of the first chunk, or of the one piece
  std::uint64_t end = 0;     // end of the one piece
  std::uint64_t size = 0;    // size of the content
  std::uint64_t chunks = 0;  // number of chunks with content; the last chunk has none
  bool chunked = false;
};

// Pieces iterates over the content of a body.
class Pieces {
 public:
  Pieces(Bytes file, const Body& body) noexcept : file_(file), body_(body), at_(body.at) {}

  // next returns the next piece and its offset in the file, or false after the last one.
  bool next(Bytes& piece, std::uint64_t& at) noexcept;

 private:
  Bytes file_;
  const Body& body_;
  std::uint64_t at_;
  std::uint64_t taken_ = 0;
};

}  // namespace hallmark::http
