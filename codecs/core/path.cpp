// SPDX-License-Identifier: Apache-2.0
#include "core/path.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "hallmark/core/message.hpp"

namespace hallmark {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool is_word(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); }

bool is_identifier(std::string_view key) noexcept {
  return !key.empty() && !is_digit(key.front()) && std::ranges::all_of(key, [](char c) { return is_word(c); });
}

}  // namespace

void write_index(TextSink& out, std::uint64_t index) noexcept {
  char text[22] = {'['};
  char* const end = std::to_chars(text + 1, std::end(text), index).ptr;
  *end = ']';
  out.write({text, end + 1});
}

void write_key(TextSink& out, Bytes key) noexcept {
  if (is_identifier(as_text(key))) {
    out.write(".");
    out.write(as_text(key));
    return;
  }
  out.write("[\"");
  write_escaped(out, as_text(key), Escape::quoted);
  out.write("\"]");
}

}  // namespace hallmark
