// SPDX-License-Identifier: Apache-2.0
#include "conformance/show/vector_text.hpp"

#include <fmt/format.h>

#include "conformance/show/hex.hpp"

namespace hallmark::show {
namespace {

constexpr std::size_t bytes_a_line = 12;
constexpr std::size_t lines_a_run = 4;  // a longer run is cut in the middle of its text, never of its first bytes

std::string line(bool marked, std::uint64_t offset, std::string_view bytes, std::string_view text) {
  const std::string row = fmt::format("{} {:>6}  {:<35}  {}", marked ? '>' : ' ', offset, bytes, text);
  return row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string annotated_bytes(const conformance::Vector& vector) {
  std::string text;
  std::uint64_t at = 0;
  const auto holds_error = [&](std::uint64_t from, std::uint64_t size) {
    return vector.error && vector.error->offset >= from && vector.error->offset - from < size;
  };
  for (const conformance::ShownRun& segment : vector.shown_runs()) {
    if (segment.left_out != 0) {
      text += line(holds_error(at, segment.left_out), at, "…", reports::escaped(segment.text));
      at += segment.left_out;
      continue;
    }
    const std::span<const std::byte> bytes(segment.bytes);
    const std::string what = segment.repeat == 1
                                 ? reports::escaped(segment.text)
                                 : fmt::format("{} ({} times)", reports::escaped(segment.text), segment.repeat);
    const std::uint64_t whole = bytes.size() * segment.repeat;
    const std::size_t shown = std::min(bytes.size(), bytes_a_line * lines_a_run);
    for (std::size_t from = 0; from < shown; from += bytes_a_line) {
      const std::size_t size = std::min(bytes_a_line, shown - from);
      const bool last = from + size == shown;
      const bool marked = holds_error(at + from, last ? whole - from : size);
      text += line(marked, at + from, hex(bytes.subspan(from, size), size), from == 0 ? what : "");
    }
    if (shown < bytes.size()) text += line(false, at + shown, "…", fmt::format("{} bytes more", bytes.size() - shown));
    at += whole;
  }
  // An error at the end of the input means missing bytes.
  if (vector.error && vector.error->offset >= at) text += line(true, at, "", "(the end of the input)");
  return text;
}

}  // namespace hallmark::show
