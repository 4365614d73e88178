// Content: joins chunks and decompresses bodies.
#pragma once

#include "conformance/compression/buffer.hpp"
#include "conformance/http/chunks.hpp"
#include "conformance/http/head.hpp"

namespace hallmark::http {

// Undone is decoded content, or the fault in it.
struct Undone {
  Bytes content;
  const Rule* fault = nullptr;
  std::uint64_t at = 0;      // offset in the file
  std::uint64_t length = 0;  // 0 if bytes are missing
  std::uint64_t limit = 0;   // of content_limit
};

// join concatenates chunks; a single chunk, or a body in one piece, stays a view of the file.
[[nodiscard]] Undone join(Bytes file, const Body& body, std::uint64_t memory, compression::Buffer& buffer);
// inflate decompresses gzip or deflate.
[[nodiscard]] Undone inflate(Bytes file, const Body& body, Coding coding, std::uint64_t memory,
                             compression::Buffer& buffer);

}  // namespace hallmark::http
