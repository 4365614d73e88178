#include "core/path.hpp"

#include <charconv>
#include <iterator>

#include "core/utf8.hpp"

namespace hallmark {
namespace {

char as_char(std::byte byte) noexcept { return static_cast<char>(std::to_integer<unsigned char>(byte)); }

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_identifier(Bytes key) noexcept {
  if (key.empty() || !is_letter(as_char(key.front()))) return false;
  for (const std::byte byte : key) {
    const char c = as_char(byte);
    if (!is_letter(c) && !(c >= '0' && c <= '9')) return false;
  }
  return true;
}

void write_hex(TextSink& out, std::byte byte) noexcept {
  constexpr char digits[] = "0123456789abcdef";
  const auto value = std::to_integer<unsigned>(byte);
  const char text[] = {'\\', 'x', digits[value >> 4], digits[value & 15]};
  out.write({text, sizeof text});
}

// Writes bytes known to be UTF-8, escaping what a terminal or a reader of the path could take for something else.
void write_escaped(TextSink& out, Bytes text) noexcept {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = std::to_integer<unsigned char>(text[i]);
    const bool control = c < 0x20 || c == 0x7f;
    if (!control && c != '"' && c != '\\') continue;
    out.write(as_text(text.subspan(plain, i - plain)));
    if (control) {
      write_hex(out, text[i]);
    } else {
      const char escape[] = {'\\', static_cast<char>(c)};
      out.write({escape, sizeof escape});
    }
    plain = i + 1;
  }
  out.write(as_text(text.subspan(plain)));
}

}  // namespace

void write_index(TextSink& out, std::uint64_t index) noexcept {
  char text[22] = {'['};
  char* const end = std::to_chars(text + 1, std::end(text), index).ptr;
  *end = ']';
  out.write({text, end + 1});
}

void write_key(TextSink& out, Bytes key) noexcept {
  if (is_identifier(key)) {
    out.write(".");
    out.write(as_text(key));
    return;
  }
  out.write("[\"");
  while (!key.empty()) {
    const std::uint64_t bad = find_invalid_utf8(key);
    const std::size_t good = bad == nowhere ? key.size() : static_cast<std::size_t>(bad);
    write_escaped(out, key.first(good));
    if (bad != nowhere) write_hex(out, key[good]);
    key = key.subspan(bad == nowhere ? good : good + 1);
  }
  out.write("\"]");
}

}  // namespace hallmark
