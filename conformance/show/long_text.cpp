// SPDX-License-Identifier: Apache-2.0
#include "conformance/show/long_text.hpp"

#include <algorithm>

#include "reports/diagnostic.hpp"
#include "reports/paragraph.hpp"

namespace hallmark::show {
namespace {

constexpr std::size_t longest_piece = std::size_t{1} << 16;

// Pieces end between characters: escaping would replace both halves of a split one.
std::string_view take_piece(std::string_view& text) {
  constexpr std::size_t longest_character = 4;
  std::size_t size = std::min(text.size(), longest_piece);
  const auto inside = [&] { return size < text.size() && reports::continues_character(text[size]); };
  for (std::size_t back = 1; back < longest_character && inside(); ++back) --size;
  const std::string_view piece = text.substr(0, size);
  text.remove_prefix(size);
  return piece;
}

// as_it_is: nothing in a text is written in another way inside a JSON string.
bool as_it_is(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\'; });
}

// The inside of a JSON string.
std::string json_of(std::string_view piece) {
  if (as_it_is(piece)) return std::string(piece);
  const std::string quoted = reports::Json(piece).dump(-1, ' ', false, reports::Json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

void write_escaped(TextSink& output, std::string_view text) {
  while (!text.empty()) output.write(reports::escaped(take_piece(text)));
}

void write_quoted(TextSink& output, std::string_view text) {
  output.write("\"");
  while (!text.empty()) output.write(json_of(take_piece(text)));
  output.write("\"");
}

void write_quoted_escaped(TextSink& output, std::string_view text) {
  output.write("\"");
  while (!text.empty()) output.write(reports::escaped(json_of(take_piece(text))));
  output.write("\"");
}

}  // namespace hallmark::show
