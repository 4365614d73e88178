#include "conformance/http/chunks.hpp"

#include <charconv>
#include <limits>

namespace hallmark::http {

std::optional<std::uint64_t> size_at(std::string_view text) noexcept {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size, 16);
  if (error == std::errc::invalid_argument) return std::nullopt;
  // A size above 64 bits exceeds every file.
  if (error != std::errc()) size = std::numeric_limits<std::uint64_t>::max();
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  const bool ends = rest.empty() || std::string_view(" \t;\r\n").find(rest.front()) != std::string_view::npos;
  return ends ? std::optional(size) : std::nullopt;
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

}  // namespace hallmark::http
