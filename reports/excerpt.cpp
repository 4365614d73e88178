#include "reports/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hallmark::reports {
namespace {

constexpr std::uint64_t row_size = 16;
// With fewer bytes than this before the finding in its row, the previous row is shown too.
constexpr std::uint64_t context = 4;

unsigned byte_at(Bytes input, std::uint64_t offset) {
  return std::to_integer<unsigned>(input[static_cast<std::size_t>(offset)]);
}

// The column of byte `index` of a row: three columns per byte, and a gap in the middle.
std::size_t column(std::uint64_t index) { return static_cast<std::size_t>(index * 3 + (index >= 8 ? 1 : 0)); }

void append_row(std::string& out, Bytes input, std::uint64_t from, std::uint64_t to) {
  std::string hex;
  std::string text;
  for (std::uint64_t at = from; at < to; ++at) {
    hex.resize(column(at - from), ' ');
    const unsigned byte = byte_at(input, at);
    fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
    text += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
  }
  fmt::format_to(std::back_inserter(out), "    {:08x}  {:<48}  |{}|\n", from, hex, text);
}

std::string label(Bytes input, std::uint64_t offset, std::uint64_t length, std::string_view name) {
  std::string text = fmt::format("offset {} ({:#x})", offset, offset);
  if (length > 1) text += fmt::format(", {} bytes", length);
  if (length == 0 && offset != input.size()) text += ", bytes are missing here";
  if (length == 0 && offset == input.size()) text += fmt::format(", the end of the {}", name);
  return text;
}

// The line under a row: carets under the bytes from `begin` to `end` of the row.
void append_carets(std::string& out, std::uint64_t row, std::uint64_t begin, std::uint64_t end,
                   const std::string& label, const Mark& mark) {
  const std::size_t indent = 4 + fmt::formatted_size("{:08x}", row) + 2 + column(begin - row);
  const std::size_t width = begin == end ? 1 : column(end - 1 - row) + 2 - column(begin - row);
  std::string carets(width, '~');
  carets.front() = '^';
  if (begin != end && end - begin == 1) carets = "^^";
  fmt::format_to(std::back_inserter(out), "{:{}}{}{}{}{}{}\n", "", indent, mark.on, carets, mark.off,
                 label.empty() ? "" : " ", label);
}

}  // namespace

std::string excerpt(Bytes input, std::uint64_t offset, std::uint64_t length, const Mark& mark, std::string_view name) {
  const std::uint64_t size = input.size();
  if (size == 0 || offset > size) return "";
  length = std::min(length, size - offset);
  // Missing bytes at the end of the input are marked after the last byte, on its row if there is room.
  const std::uint64_t home =
      offset == size && offset % row_size == 0 ? offset - row_size : offset / row_size * row_size;
  const std::uint64_t first = home >= row_size && offset - home < context ? home - row_size : home;
  const std::uint64_t last =
      offset + std::max<std::uint64_t>(length, 1) > home + row_size && length != 0 ? home + row_size : home;
  std::string out;
  for (std::uint64_t row = first; row <= last && row < size; row += row_size) {
    append_row(out, input, row, std::min(row + row_size, size));
    const std::uint64_t begin = std::max(offset, row);
    const std::uint64_t end = std::min(offset + length, row + row_size);
    if (row == home) append_carets(out, row, begin, std::max(begin, end), label(input, offset, length, name), mark);
    if (row > home && begin < end) append_carets(out, row, begin, end, "", mark);
  }
  return out;
}

}  // namespace hallmark::reports
