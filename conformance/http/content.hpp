// Content: joins chunks and decompresses bodies with zlib.
#pragma once

#include <cstdlib>
#include <memory>

#include "conformance/http/chunks.hpp"
#include "conformance/http/head.hpp"

namespace hallmark::http {

// Buffer is memory that grows up to a limit and is reused for each body.
class Buffer {
 public:
  // grow makes room for at least one more byte, up to `most` in all; false if that is not possible.
  [[nodiscard]] bool grow(std::uint64_t most) noexcept;
  // reserve makes room for `size` bytes.
  [[nodiscard]] bool reserve(std::uint64_t size) noexcept;

  [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }
  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<std::byte, Free> memory_;
  std::uint64_t capacity_ = 0;
};

// Undone is decoded content, or the fault in it.
struct Undone {
  Bytes content;
  const Rule* fault = nullptr;
  std::uint64_t at = 0;      // offset in the file
  std::uint64_t length = 0;  // 0 if bytes are missing
  std::uint64_t limit = 0;   // of content_limit
};

// join concatenates chunks; a single chunk, or a body in one piece, stays a view of the file.
[[nodiscard]] Undone join(Bytes file, const Body& body, std::uint64_t memory, Buffer& buffer);
// inflate decompresses gzip or deflate.
[[nodiscard]] Undone inflate(Bytes file, const Body& body, Coding coding, std::uint64_t memory, Buffer& buffer);

}  // namespace hallmark::http
