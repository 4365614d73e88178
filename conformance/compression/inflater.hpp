// SPDX-License-Identifier: Apache-2.0
// Inflater: decompresses streams of zlib, piece by piece, into a growing buffer.
#pragma once

#define ZLIB_CONST
#include <zlib.h>

#include <cstdint>

#include "conformance/compression/buffer.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::compression {

// Wrapping is what surrounds the compressed data of a stream.
enum class Wrapping : std::uint8_t { zlib, gzip };

enum class Outcome : std::uint8_t {
  ok,
  corrupt,    // not a stream of this wrapping
  too_large,  // more than the limit, or more than memory allows
};

class Inflater {
 public:
  // `most` limits the decompressed size of all streams together, in bytes.
  Inflater(Wrapping wrapping, std::uint64_t most, Buffer& buffer) noexcept;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater();

  // take consumes a piece up to the end of the stream. After a fault the piece starts where decompression stopped.
  [[nodiscard]] Outcome take(Bytes& piece) noexcept;
  // restart begins another stream, whose content follows that of the last one.
  void restart() noexcept;

  [[nodiscard]] bool ended() const noexcept { return ended_; }
  // content is what has been decompressed; valid until the next call of take.
  [[nodiscard]] Bytes content() const noexcept { return {buffer_.data(), static_cast<std::size_t>(size_)}; }
  // reason is what zlib says about a corrupt stream; empty if it says nothing.
  [[nodiscard]] const char* reason() const noexcept { return stream_.msg != nullptr ? stream_.msg : ""; }

 private:
  [[nodiscard]] Outcome step(Bytes& piece) noexcept;

  z_stream stream_{};
  std::uint64_t most_;
  Buffer& buffer_;
  std::uint64_t size_ = 0;
  bool ready_ = false;
  bool ended_ = false;
};

}  // namespace hallmark::compression
