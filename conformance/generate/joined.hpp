// joined: several tables of texts as one, from which generators choose.
#pragma once

#include <array>
#include <string_view>

namespace hallmark::conformance {

template <std::size_t... sizes>
[[nodiscard]] constexpr auto joined(const std::string_view (&... tables)[sizes]) {
  std::array<std::string_view, (sizes + ...)> all{};
  std::size_t next = 0;
  const auto add = [&](const auto& table) {
    for (const std::string_view text : table) all[next++] = text;
  };
  (add(tables), ...);
  return all;
}

}  // namespace hallmark::conformance
