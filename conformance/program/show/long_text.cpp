#include "conformance/program/show/long_text.hpp"

#include <algorithm>

#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

constexpr std::size_t longest_piece = std::size_t{1} << 16;

// Pieces end between characters: escaping would replace both halves of a split one.
std::string_view take_piece(std::string_view& text) {
  constexpr std::size_t longest_character = 4;
  std::size_t size = std::min(text.size(), longest_piece);
  const auto inside = [&] { return size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80; };
  for (std::size_t back = 1; back < longest_character && inside(); ++back) --size;
  const std::string_view piece = text.substr(0, size);
  text.remove_prefix(size);
  return piece;
}

}  // namespace

void write_escaped(Output& output, std::string_view text) {
  while (!text.empty()) output.write(reports::escaped(take_piece(text)));
}

void write_quoted(Output& output, std::string_view text) {
  output.write("\"");
  while (!text.empty()) {
    const std::string quoted =
        reports::Json(take_piece(text)).dump(-1, ' ', false, reports::Json::error_handler_t::replace);
    output.write(std::string_view(quoted).substr(1, quoted.size() - 2));
  }
  output.write("\"");
}

}  // namespace hallmark::program
