// SPDX-License-Identifier: Apache-2.0
// Endings of file names.
#pragma once

#include <algorithm>
#include <string_view>

namespace hallmark {

// ends_with_any_case compares ASCII letters ignoring case.
[[nodiscard]] inline bool ends_with_any_case(std::string_view text, std::string_view ending) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (text.size() < ending.size()) return false;
  // Nearly every ending that differs does so in its last character.
  if (!ending.empty() && lower(text.back()) != lower(ending.back())) return false;
  text.remove_prefix(text.size() - ending.size());
  return std::ranges::equal(text, ending, {}, lower, lower);
}

}  // namespace hallmark
