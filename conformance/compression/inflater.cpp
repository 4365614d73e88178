// SPDX-License-Identifier: Apache-2.0
#include "conformance/compression/inflater.hpp"

#include <algorithm>

namespace hallmark::compression {
namespace {

constexpr std::uint64_t most_at_once = std::uint64_t{1} << 30;  // zlib counts in 32 bits
constexpr int largest_window = 15;
constexpr int with_gzip_header = 16;

uInt at_once(std::uint64_t size) noexcept { return static_cast<uInt>(std::min(size, most_at_once)); }

}  // namespace

Inflater::Inflater(Wrapping wrapping, std::uint64_t most, Buffer& buffer) noexcept : most_(most), buffer_(buffer) {
  const int window = wrapping == Wrapping::gzip ? largest_window + with_gzip_header : largest_window;
  ready_ = inflateInit2(&stream_, window) == Z_OK;
}

Inflater::~Inflater() {
  if (ready_) inflateEnd(&stream_);
}

Outcome Inflater::take(Bytes& piece) noexcept {
  if (!ready_) return Outcome::too_large;
  // Where the room was filled zlib may hold more content, although it has taken all of the piece.
  while (!ended_ && (!piece.empty() || stream_.avail_out == 0)) {
    if (const Outcome outcome = step(piece); outcome != Outcome::ok) return outcome;
  }
  return Outcome::ok;
}

void Inflater::restart() noexcept {
  ready_ = ready_ && inflateReset(&stream_) == Z_OK;
  ended_ = false;
}

Outcome Inflater::step(Bytes& piece) noexcept {
  if (size_ == buffer_.capacity() && size_ < most_ && !buffer_.grow(most_)) return Outcome::too_large;
  const std::uint64_t room = std::min(buffer_.capacity(), most_) - size_;
  // At the limit, one more byte of room shows whether the stream goes on.
  Bytef beyond = 0;
  stream_.next_out = room == 0 ? &beyond : reinterpret_cast<Bytef*>(buffer_.data() + size_);
  stream_.avail_out = room == 0 ? 1 : at_once(room);
  stream_.next_in = reinterpret_cast<const Bytef*>(piece.data());
  stream_.avail_in = at_once(piece.size());
  const uInt in = stream_.avail_in;
  const uInt out = stream_.avail_out;
  const int result = ::inflate(&stream_, Z_NO_FLUSH);
  const uInt written = out - stream_.avail_out;
  piece = piece.subspan(in - stream_.avail_in);
  if (room == 0 && written != 0) return Outcome::too_large;
  size_ += written;
  ended_ = result == Z_STREAM_END;
  const bool held_nothing = result == Z_BUF_ERROR && in == 0;
  if (ended_ || result == Z_OK || held_nothing) return Outcome::ok;
  return result == Z_MEM_ERROR ? Outcome::too_large : Outcome::corrupt;
}

}  // namespace hallmark::compression
