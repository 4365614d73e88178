// SPDX-License-Identifier: Apache-2.0
// Files in gzip format. RFC 1952.
#pragma once

#include <cstdint>

#include "conformance/compression/buffer.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::compression {

// starts_like_gzip: the magic, the only compression method, and no reserved flag.
[[nodiscard]] bool starts_like_gzip(Bytes file) noexcept;

struct Unzipped {
  Bytes content;  // up to a fault; valid as long as the buffer is not used again
  bool too_large = false;
  const char* damage = nullptr;  // what is wrong with the file; null if nothing is
  std::uint64_t at = 0;          // of the damage: offset in the compressed file
};

// unzip decompresses all members of a file. `most` limits the size of the content, in bytes.
[[nodiscard]] Unzipped unzip(Bytes file, std::uint64_t most, Buffer& buffer) noexcept;

}  // namespace hallmark::compression
