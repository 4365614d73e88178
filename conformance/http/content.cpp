// Undoes the content codings gzip and deflate within a bound of memory.
#include "conformance/http/content.hpp"

#include <algorithm>
#include <cstring>

#include "conformance/compression/inflater.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {

using compression::Buffer;
using compression::Outcome;
using compression::Wrapping;

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
  compression::Inflater inflater(coding == Coding::gzip ? Wrapping::gzip : Wrapping::zlib, most, buffer);
  Pieces pieces(file, body);
  Undone undone;
  std::uint64_t consumed = 0;
  Bytes piece;
  std::uint64_t at = 0;
  while (pieces.next(piece, at)) {
    const std::size_t size = piece.size();
    if (!inflater.ended()) {
      const Outcome outcome = inflater.take(piece);
      if (outcome != Outcome::ok) {
        const Rule& fault = outcome == Outcome::too_large ? rule<"http/content-limit"> : rule<"http/content-corrupt">;
        return {inflater.content(), &fault, body.at, body.end - body.at, most};
      }
    }
    const std::uint64_t used = size - piece.size();
    consumed += used;
    if (!piece.empty()) return {inflater.content(), &rule<"http/content-trailing">, at + used, body.size - consumed, 0};
  }
  undone.content = inflater.content();
  if (!inflater.ended()) {
    undone.fault = &rule<"http/content-truncated">;
    undone.at = body.end;
  }
  return undone;
}

}  // namespace hallmark::http
