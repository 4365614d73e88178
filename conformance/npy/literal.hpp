// SPDX-License-Identifier: Apache-2.0
// Pieces of headers, as text.
#pragma once

#include <string>
#include <string_view>

#include "hallmark/npy.hpp"

namespace hallmark::npy {

// type_text gives a type that is no structure: <f8.
[[nodiscard]] inline std::string type_text(const Type& type) {
  const auto put = [&](Writer& to) { put_type(to, type); };
  std::string text(static_cast<std::size_t>(measured(put)), ' ');
  Writer to(std::as_writable_bytes(std::span(text)));
  put(to);
  return text;
}

// put_quoted writes a string in quotes, with the escapes that it cannot be without.
inline void put_quoted(std::string& to, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  to += '\'';
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      to += {'\\', 'x', digits[c >> 4], digits[c & 15]};
      continue;
    }
    if (c == '\'' || c == '\\') to += '\\';
    to += c;
  }
  to += '\'';
}

}  // namespace hallmark::npy
