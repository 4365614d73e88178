// SPDX-License-Identifier: Apache-2.0
// Hazards: what a fault can do to a reader that does not look for it, as notes of golden vectors name it. A hazard says
// nothing of what the implementation judged does.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hallmark::reports {

struct Hazard {
  std::string_view name;
  std::string_view meaning;  // what such a fault can make a reader do
};

// The most severe first.
inline constexpr std::array<Hazard, 4> hazards{{
    {"memory", "read or write outside its memory"},
    {"resources", "take too much memory or time"},
    {"smuggling", "see other content than the next reader"},
    {"corruption", "pass wrong values on, silently"},
}};

[[nodiscard]] inline std::vector<std::string_view> hazard_names() {
  std::vector<std::string_view> names;
  for (const Hazard& hazard : hazards) names.push_back(hazard.name);
  return names;
}

// rank_of orders hazards by severity, from 0; hazards.size() for any other name.
[[nodiscard]] constexpr std::size_t rank_of(std::string_view hazard) noexcept {
  std::size_t rank = 0;
  while (rank < hazards.size() && hazards[rank].name != hazard) ++rank;
  return rank;
}

}  // namespace hallmark::reports
