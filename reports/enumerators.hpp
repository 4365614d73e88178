// SPDX-License-Identifier: Apache-2.0
// The names of enumerators, from text and back: to_string is the one table of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hallmark::reports {

// enumerator_named returns the enumerator of T that to_string calls so. To what is none it gives "" or its last name.
template <class T>
[[nodiscard]] std::optional<T> enumerator_named(std::string_view name) noexcept {
  for (unsigned i = 0; i <= UINT8_MAX && !name.empty(); ++i) {
    if (to_string(static_cast<T>(i)) == name) return static_cast<T>(i);
  }
  return std::nullopt;
}

// names_of returns the names of the enumerators of T, in their order.
template <class T>
[[nodiscard]] std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (unsigned i = 0; i <= UINT8_MAX; ++i) {
    const std::string_view name = to_string(static_cast<T>(i));
    if (!name.empty() && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

}  // namespace hallmark::reports
