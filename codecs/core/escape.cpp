// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "core/utf8.hpp"
#include "hallmark/core/message.hpp"

namespace hallmark {

std::size_t control_at(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x20 || first == 0x7f) return 1;
  if (first == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return 2;                     // C1
  if (first == 0xe2 && byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) return 3;  // U+2028…202E
  if (first == 0xe2 && byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9) return 3;  // U+2066…2069
  return 0;
}

namespace {

void write_hex(TextSink& out, std::string_view bytes) noexcept {
  constexpr char digits[] = "0123456789abcdef";
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    const char text[] = {'\\', 'x', digits[value >> 4], digits[value & 15]};
    out.write({text, sizeof text});
  }
}

// write_valid writes text that is valid UTF-8.
void write_valid(TextSink& out, std::string_view text, Escape what) noexcept {
  std::size_t plain = 0;  // bytes at the start that need no escape
  while (plain < text.size()) {
    const std::size_t control = what == Escape::invalid ? 0 : control_at({text.data() + plain, text.size() - plain});
    const bool quoted = what == Escape::quoted && (text[plain] == '"' || text[plain] == '\\');
    if (control == 0 && !quoted) {
      ++plain;
      continue;
    }
    out.write({text.data(), plain});
    text.remove_prefix(plain);
    if (quoted) out.write("\\");
    write_hex(out, {text.data(), control});
    text.remove_prefix(control);
    plain = quoted ? 1 : 0;
  }
  out.write(text);
}

}  // namespace

void write_escaped(TextSink& out, std::string_view text, Escape what) noexcept {
  while (!text.empty()) {
    const std::uint64_t bad = find_invalid_utf8(as_bytes(text));
    const std::size_t good = bad == nowhere ? text.size() : static_cast<std::size_t>(bad);
    write_valid(out, {text.data(), good}, what);
    text.remove_prefix(good);
    // Escape one byte only: the next one may start a character.
    if (!text.empty()) {
      write_hex(out, {text.data(), 1});
      text.remove_prefix(1);
    }
  }
}

}  // namespace hallmark
