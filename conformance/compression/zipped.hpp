// SPDX-License-Identifier: Apache-2.0
// For tests: compressed text.
#pragma once

#define ZLIB_CONST
#include <zlib.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hallmark::compression {

// Effort is what zlib may spend: bits of its window, and its memory level. The least takes a hundredth of the memory.
struct Effort {
  int window = 15;
  int memory = 8;
};
inline constexpr Effort least_effort{9, 1};

// zipped compresses text in gzip or zlib format.
[[nodiscard]] inline std::string zipped(std::string_view text, bool gzip, Effort effort = {}) {
  constexpr int with_gzip = 16;
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, effort.window + (gzip ? with_gzip : 0), effort.memory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::runtime_error("zlib does not start");
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib does not end");
  return out;
}

// zipped_zeros compresses `size` zeros in zlib format.
[[nodiscard]] inline std::string zipped_zeros(std::size_t size) { return zipped(std::string(size, '\0'), false); }

}  // namespace hallmark::compression
