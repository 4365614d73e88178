// Character classes and small parts of the grammar. RFC 9110, section 5.6.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace hallmark::http {

inline constexpr std::string_view version_mark = "HTTP/";
inline constexpr std::string_view header_length_name = "inference-header-content-length";

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_token(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// find_not returns the index of the first character that is not of a class, or the size.
[[nodiscard]] constexpr std::size_t find_not(std::string_view text, bool (*of)(char)) noexcept {
  std::size_t i = 0;
  while (i < text.size() && of(text[i])) ++i;
  return i;
}

// same_name compares names of fields and codings, ignoring case. `name` is in lower case.
[[nodiscard]] constexpr bool same_name(std::string_view text, std::string_view name) noexcept {
  if (text.size() != name.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != name[i]) return false;
  }
  return true;
}

// trimmed removes white space from both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// decimal parses digits only; false for anything else. A number above 64 bits becomes the largest one, which exceeds
// every body.
[[nodiscard]] constexpr bool decimal(std::string_view text, std::uint64_t& value) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    value = value > (most - digit) / 10 ? most : value * 10 + digit;
  }
  return !text.empty();
}

}  // namespace hallmark::http
