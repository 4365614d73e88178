#include "conformance/runner/fold.hpp"

#include <algorithm>

namespace hallmark::runner {
namespace {

constexpr std::size_t narrowest = 20;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The number of bytes that fill `columns`, a column being one character.
std::size_t bytes_in(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!continues(text[at]) && columns-- == 0) break;
  }
  return at;
}

// Where a line goes on: below its second column if it has one, two spaces or more behind the first, else a step in.
std::size_t indent_of(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", start);
  const std::size_t second = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  return second == std::string_view::npos || second > start + 12 ? start + 2 : second;
}

void fold_line(std::string_view line, std::size_t width, std::string& out) {
  const std::size_t indent = std::min(indent_of(line), width / 2);
  std::size_t room = width;
  while (bytes_in(line, room) < line.size()) {
    const std::size_t most = bytes_in(line, room);
    const std::size_t start = line.find_first_not_of(' ');
    std::size_t space = line.rfind(' ', most);
    if (space == std::string_view::npos || space <= start) space = most;
    out += line.substr(0, space);
    out += '\n';
    line.remove_prefix(space);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    out.append(indent, ' ');
    room = width - indent;
  }
  out += line;
}

}  // namespace

std::string fold(std::string_view text, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    fold_line(text.substr(0, end), std::max(width, narrowest), out);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace hallmark::runner
