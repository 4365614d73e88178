// Chunks: the pieces of a chunked body. RFC 9112, section 7.1.
#pragma once

#include "conformance/http/faults.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::http {

// Chunk is one chunk, or why there is none at its place.
struct Chunk {
  Bytes data;              // empty in the last chunk
  std::uint64_t at = 0;    // of the data in the file
  std::uint64_t next = 0;  // where the next chunk starts; behind the last one the trailers do
  const Rule* fault = nullptr;
  std::uint64_t fault_at = 0;
  std::uint64_t fault_length = 0;
  const char* member = "";
};

[[nodiscard]] Chunk read_chunk(Bytes file, std::uint64_t at) noexcept;

// Body is content as it lies in a file: in one piece, or in chunks.
struct Body {
  std::uint64_t at = 0;      // of the first chunk, or of the one piece
  std::uint64_t end = 0;     // behind the one piece
  std::uint64_t size = 0;    // of the content
  std::uint64_t chunks = 0;  // that hold content; the last one does not
  bool chunked = false;
};

// Pieces gives the content of a body piece by piece.
class Pieces {
 public:
  Pieces(Bytes file, const Body& body) noexcept : file_(file), body_(body), at_(body.at) {}

  // next gives the next piece and its place in the file, or false behind the last.
  bool next(Bytes& piece, std::uint64_t& at) noexcept;

 private:
  Bytes file_;
  const Body& body_;
  std::uint64_t at_;
  std::uint64_t taken_ = 0;
};

}  // namespace hallmark::http
