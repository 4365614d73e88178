#include "core/path.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/utf8.hpp"

namespace hallmark {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool is_word(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); }

bool is_identifier(std::string_view key) noexcept {
  return !key.empty() && !is_digit(key.front()) && std::ranges::all_of(key, [](char c) { return is_word(c); });
}

void write_hex(TextSink& out, std::byte byte) noexcept {
  constexpr char digits[] = "0123456789abcdef";
  const auto value = std::to_integer<unsigned>(byte);
  const char text[] = {'\\', 'x', digits[value >> 4], digits[value & 15]};
  out.write({text, sizeof text});
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
  const auto invalid_from = [key](std::size_t from) {
    const std::uint64_t bad = find_invalid_utf8(key.subspan(from));
    return bad == nowhere ? nowhere : from + bad;
  };
  std::uint64_t bad = invalid_from(0);
  std::size_t plain = 0;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const auto c = std::to_integer<unsigned char>(key[i]);
    const bool hex = c < 0x20 || c == 0x7f || i == bad;
    if (!hex && c != '"' && c != '\\') continue;
    out.write(as_text(key.subspan(plain, i - plain)));
    if (hex) {
      write_hex(out, key[i]);
    } else {
      const char escape[] = {'\\', static_cast<char>(c)};
      out.write({escape, sizeof escape});
    }
    if (i == bad) bad = invalid_from(i + 1);
    plain = i + 1;
  }
  out.write(as_text(key.subspan(plain)));
  out.write("\"]");
}

}  // namespace hallmark
