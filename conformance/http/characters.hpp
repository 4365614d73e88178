// SPDX-License-Identifier: Apache-2.0
// Character classes and small parts of the grammar. RFC 9110, section 5.6.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace hallmark::http {

inline constexpr std::string_view version_mark = "HTTP/";
inline constexpr std::string_view header_length_name = "inference-header-content-length";

[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// token_size returns how many characters of a token a text starts with.
[[nodiscard]] constexpr std::size_t token_size(std::string_view text) noexcept {
  constexpr std::string_view of_tokens =
      "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return std::min(text.find_first_not_of(of_tokens), text.size());
}

// same_name compares names of fields and codings, ignoring case. `name` is in lower case.
[[nodiscard]] constexpr bool same_name(std::string_view text, std::string_view name) noexcept {
  return std::ranges::equal(text, name, {}, lower);
}

// trimmed removes white space from both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// take_number removes digits from the start of a text; none if there are none. A number above 64 bits becomes the
// largest one, which exceeds every body.
[[nodiscard]] inline std::optional<std::uint64_t> take_number(std::string_view& text, int base) noexcept {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error == std::errc::invalid_argument) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? value : std::numeric_limits<std::uint64_t>::max();
}

// decimal parses digits only; none for anything else.
[[nodiscard]] inline std::optional<std::uint64_t> decimal(std::string_view text) noexcept {
  const std::optional<std::uint64_t> value = take_number(text, 10);
  return text.empty() ? value : std::nullopt;
}

}  // namespace hallmark::http
