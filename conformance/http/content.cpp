// SPDX-License-Identifier: Apache-2.0
// Reads and joins chunks, and undoes the content codings gzip and deflate within a bound of memory.
#include "conformance/http/content.hpp"

#include <algorithm>
#include <cstring>

#include "conformance/compression/inflater.hpp"
#include "conformance/http/characters.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {

std::optional<std::uint64_t> size_at(std::string_view text) noexcept {
  const std::optional<std::uint64_t> size = take_number(text, 16);
  const bool ends = text.empty() || std::string_view(" \t;\r\n").find(text.front()) != std::string_view::npos;
  return ends ? size : std::nullopt;
}

Chunk read_chunk(Lines& lines) noexcept {
  using enum Chunk::Outcome;
  const std::optional<std::uint64_t> size = size_at(as_text(lines.rest()));
  if (!size) return {lines.rest().empty() ? truncated : broken};
  const std::uint64_t end = lines.file.size();
  Line line;
  if (!lines.next(line, end)) return {truncated};
  Chunk chunk{whole, lines.at};
  if (*size == 0) {
    while (lines.next(line, end)) {
      if (line.text.empty()) return chunk;
    }
    return {truncated};
  }
  if (*size > lines.rest().size()) return {truncated};
  chunk.data = lines.rest().first(static_cast<std::size_t>(*size));
  lines.at += *size;
  const std::string_view next = as_text(lines.rest()).substr(0, 2);
  if (next.empty() || next == "\r") return {truncated};
  if (next != "\r\n" && next.front() != '\n') return {broken};
  (void)lines.next(line, end);
  return chunk;
}

namespace {

using compression::Buffer;
using compression::Outcome;
using compression::Wrapping;

// join returns the content in one piece, which is in the file or in the buffer; false if the buffer cannot take it.
bool join(Bytes file, const Body& body, std::uint64_t memory, Buffer& buffer, Bytes& content) {
  Lines lines{file, body.at};
  if (!body.chunked || body.chunks < 2) {
    content = body.chunked ? read_chunk(lines).data : lines.rest().first(static_cast<std::size_t>(body.size));
    return true;
  }
  if (body.size > memory || !buffer.reserve(body.size)) return false;
  content = {buffer.data(), static_cast<std::size_t>(body.size)};
  for (std::uint64_t size = 0; size < body.size;) {
    const Bytes data = read_chunk(lines).data;
    std::memcpy(buffer.data() + size, data.data(), data.size());
    size += data.size();
  }
  return true;
}

// place_of returns where in the file a byte of the content is.
std::uint64_t place_of(Bytes file, const Body& body, std::uint64_t index) {
  if (!body.chunked) return body.at + index;
  Lines lines{file, body.at};
  Chunk chunk = read_chunk(lines);
  for (; index >= chunk.data.size(); chunk = read_chunk(lines)) index -= chunk.data.size();
  return chunk.at + index;
}

}  // namespace

Content content_of(Bytes file, const Body& body, Coding coding, std::uint64_t memory, Buffer& buffer,
                   Findings& findings) {
  const bool compressed = coding != Coding::identity;
  const std::uint64_t taken = body.chunks > 1 ? body.size : 0;  // by chunks that were joined
  Content content;
  const auto check = [&](const Rule& rule, std::uint64_t at, std::uint64_t length, Number actual, Number expected) {
    content.sound = !findings.condemns(rule, at, length, "content", actual, expected);
  };
  const std::uint64_t whole = body.end - body.at;
  Buffer joined;
  if (!join(file, body, memory, compressed ? joined : buffer, content.bytes)) {
    check(rule<"http/content-limit">, body.at, whole, {}, memory);
    return content;
  }
  content.memory = taken;
  if (!compressed) return content;

  const std::uint64_t most = std::min(content_cap(body.size), memory - taken);
  compression::Inflater inflater(coding == Coding::gzip ? Wrapping::gzip : Wrapping::zlib, most, buffer);
  Bytes rest = content.bytes;
  const Outcome outcome = rest.empty() ? Outcome::ok : inflater.take(rest);
  content.bytes = inflater.content();
  content.memory = content.bytes.size();
  if (outcome == Outcome::too_large) {
    check(rule<"http/content-limit">, body.at, whole, {}, most);
  } else if (outcome == Outcome::corrupt) {
    check(rule<"http/content-corrupt">, body.at, whole, {}, {});
  } else if (!inflater.ended()) {
    check(rule<"http/content-truncated">, body.end, 0, {}, {});
  } else if (!rest.empty()) {
    const std::uint64_t at = place_of(file, body, body.size - rest.size());
    check(rule<"http/content-trailing">, at, rest.size(), rest.size(), {});
  }
  return content;
}

}  // namespace hallmark::http
