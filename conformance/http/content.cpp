// Undoes the content codings gzip and deflate within a bound of memory.
#include "conformance/http/content.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

constexpr std::uint64_t first_room = std::uint64_t{64} << 10;
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 30;  // zlib counts in 32 bits
constexpr int largest_window = 15;
constexpr int with_gzip_header = 16;

uInt at_once(std::uint64_t size) noexcept { return static_cast<uInt>(std::min(size, most_at_once)); }

// Inflater decompresses one stream into a growing buffer.
class Inflater {
 public:
  Inflater(Coding coding, std::uint64_t most, Buffer& buffer) noexcept : most_(most), buffer_(buffer) {
    ready_ =
        inflateInit2(&stream_, coding == Coding::gzip ? largest_window + with_gzip_header : largest_window) == Z_OK;
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }

  // take consumes a piece, up to the end of the stream; returns the rule that the stream breaks, or null.
  const Rule* take(Bytes& piece) noexcept {
    if (!ready_) return &rule<"http/content-limit">;
    while (!ended_ && !piece.empty()) {
      if (const Rule* fault = step(piece)) return fault;
    }
    return nullptr;
  }
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  const Rule* step(Bytes& piece) noexcept {
    if (size_ == buffer_.capacity() && size_ < most_ && !buffer_.grow(most_)) return &rule<"http/content-limit">;
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
    if (room == 0 && written != 0) return &rule<"http/content-limit">;
    size_ += written;
    ended_ = result == Z_STREAM_END;
    if (ended_ || result == Z_OK) return nullptr;
    return result == Z_MEM_ERROR ? &rule<"http/content-limit"> : &rule<"http/content-corrupt">;
  }

  z_stream stream_{};
  std::uint64_t most_;
  Buffer& buffer_;
  std::uint64_t size_ = 0;
  bool ready_ = false;
  bool ended_ = false;
};

}  // namespace

bool Buffer::reserve(std::uint64_t size) noexcept {
  if (size <= capacity_) return true;
  auto* const grown = static_cast<std::byte*>(std::realloc(memory_.get(), static_cast<std::size_t>(size)));
  if (grown == nullptr) return false;
  (void)memory_.release();
  memory_.reset(grown);
  capacity_ = size;
  return true;
}

bool Buffer::grow(std::uint64_t most) noexcept {
  return capacity_ < most && reserve(std::min(most, std::max(first_room, capacity_ * 2)));
}

Undone join(Bytes file, const Body& body, std::uint64_t memory, Buffer& buffer) {
  Undone undone;
  Pieces pieces(file, body);
  if (!body.chunked || body.chunks < 2) {
    (void)pieces.next(undone.content, undone.at);
    return undone;
  }
  if (body.size > memory || !buffer.reserve(body.size)) {
    return {{}, &rule<"http/content-limit">, body.at, body.end - body.at, memory};
  }
  std::uint64_t size = 0;
  Bytes piece;
  while (pieces.next(piece, undone.at)) {
    std::memcpy(buffer.data() + size, piece.data(), piece.size());
    size += piece.size();
  }
  undone.content = {buffer.data(), static_cast<std::size_t>(size)};
  return undone;
}

Undone inflate(Bytes file, const Body& body, Coding coding, std::uint64_t memory, Buffer& buffer) {
  const std::uint64_t most = std::min(content_cap(body.size), memory);
  Inflater inflater(coding, most, buffer);
  Pieces pieces(file, body);
  Undone undone;
  const auto content = [&] { return Bytes{buffer.data(), static_cast<std::size_t>(inflater.size())}; };
  std::uint64_t consumed = 0;
  Bytes piece;
  std::uint64_t at = 0;
  while (pieces.next(piece, at)) {
    const std::size_t size = piece.size();
    if (!inflater.ended()) {
      if (const Rule* fault = inflater.take(piece)) return {content(), fault, body.at, body.end - body.at, most};
    }
    const std::uint64_t used = size - piece.size();
    consumed += used;
    if (!piece.empty()) return {content(), &rule<"http/content-trailing">, at + used, body.size - consumed, 0};
  }
  undone.content = content();
  if (!inflater.ended()) {
    undone.fault = &rule<"http/content-truncated">;
    undone.at = body.end;
  }
  return undone;
}

}  // namespace hallmark::http
