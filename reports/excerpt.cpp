// SPDX-License-Identifier: Apache-2.0
#include "reports/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hallmark::reports {
namespace {

constexpr std::uint64_t longest_row = 16;
constexpr std::uint64_t shortest_row = 4;
// With fewer bytes than this before the finding in its row, the previous row is shown too.
constexpr std::uint64_t context = 4;
constexpr std::size_t margin = 2;

// The column of byte `index` of a row: three columns per byte, and a gap in the middle of 16.
std::size_t column(std::uint64_t index) { return static_cast<std::size_t>(index * 3 + (index >= 8 ? 1 : 0)); }

// The width of the digits of `count` bytes.
std::size_t digits(std::uint64_t count) { return column(count - 1) + 2; }

// The column of the first byte of a row.
std::size_t first_column(std::uint64_t row) { return margin + fmt::formatted_size("{:08x}", row) + 2; }

// "  00000010  10 11 …  |..…|"
std::size_t width_of_row(std::uint64_t row, std::uint64_t count) {
  return first_column(row) + digits(count) + 2 + static_cast<std::size_t>(count) + 2;
}

std::uint64_t row_size(std::uint64_t offset, std::size_t columns) {
  std::uint64_t size = longest_row;
  while (columns != 0 && size > shortest_row && width_of_row(offset, size) > columns) size /= 2;
  return size;
}

std::string row_of(Bytes input, std::uint64_t from, std::uint64_t size) {
  const std::uint64_t to = std::min<std::uint64_t>(from + size, input.size());
  std::string hex;
  std::string text;
  for (std::uint64_t at = from; at < to; ++at) {
    hex.resize(column(at - from), ' ');
    const auto byte = std::to_integer<unsigned>(input[static_cast<std::size_t>(at)]);
    fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
    text += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
  }
  return fmt::format("{:{}}{:08x}  {:<{}}  |{}|\n", "", margin, from, hex, digits(size), text);
}

// Carets go under the bytes from `begin` to `end` of a row; the label after them, or on a line of its own.
std::string carets_of(std::uint64_t row, std::uint64_t begin, std::uint64_t end, const std::string& label,
                      const Mark& mark, std::size_t columns) {
  const std::size_t left = first_column(row) + column(begin - row);
  const std::size_t width = begin == end ? 1 : column(end - 1 - row) + 2 - column(begin - row);
  std::string carets(width, '~');
  carets.front() = '^';
  if (begin != end && end - begin == 1) carets = "^^";
  std::string out = fmt::format("{:{}}{}{}{}", "", left, mark.on, carets, mark.off);
  if (!label.empty()) {
    const bool fits = columns == 0 || left + width + 1 + label.size() <= columns;
    const std::size_t room = columns - std::min(columns, label.size());
    out += fits ? " " : "\n" + std::string(std::min(first_column(row), room), ' ');
    out += label;
  }
  return out + '\n';
}

std::string label_of(Bytes input, std::uint64_t offset, std::uint64_t length, std::string_view name,
                     std::size_t columns) {
  std::string what;
  if (length > 1) what = fmt::format(", {} bytes", length);
  if (length == 0 && offset != input.size()) what = ", bytes are missing here";
  if (length == 0 && offset == input.size()) what = fmt::format(", the end of the {}", name);
  const std::string text = fmt::format("offset {} ({:#x}){}", offset, offset, what);
  return columns == 0 || text.size() <= columns ? text : fmt::format("offset {}{}", offset, what);
}

}  // namespace

std::string excerpt(Bytes input, std::uint64_t offset, std::uint64_t length, const Mark& mark, std::string_view name,
                    std::size_t columns) {
  const std::uint64_t size = input.size();
  if (size == 0 || offset > size) return "";
  length = std::min(length, size - offset);
  const std::uint64_t row_bytes = row_size(offset, columns);
  // Missing bytes at the end of the input are marked after the last byte, on its row if there is room.
  const std::uint64_t home =
      offset == size && offset % row_bytes == 0 ? offset - row_bytes : offset / row_bytes * row_bytes;
  const std::uint64_t first = home >= row_bytes && offset - home < context ? home - row_bytes : home;
  const std::uint64_t last =
      offset + std::max<std::uint64_t>(length, 1) > home + row_bytes && length != 0 ? home + row_bytes : home;
  std::string out;
  for (std::uint64_t row = first; row <= last && row < size; row += row_bytes) {
    out += row_of(input, row, row_bytes);
    const std::uint64_t begin = std::max(offset, row);
    const std::uint64_t end = std::min(offset + length, row + row_bytes);
    if (row == home) {
      const std::string label = label_of(input, offset, length, name, columns);
      out += carets_of(row, begin, std::max(begin, end), label, mark, columns);
    }
    if (row > home && begin < end) out += carets_of(row, begin, end, "", mark, columns);
  }
  return out;
}

}  // namespace hallmark::reports
