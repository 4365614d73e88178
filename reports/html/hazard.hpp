// Hazards: what a reader risks that fails a vector.
#pragma once

#include <array>
#include <string_view>

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

struct Hazard {
  std::string_view name;
  std::string_view meaning;
};

// The most severe first.
inline constexpr std::array<Hazard, 4> hazards{{
    {"memory", "reads or writes outside its memory"},
    {"resources", "takes too much memory or time"},
    {"smuggling", "sees other content than the next reader"},
    {"corruption", "passes wrong values on, silently"},
}};

// realised: a failure with this result means that the reader took what it should not have. A reader that refuses a
// valid input is wrong, but not in danger.
[[nodiscard]] bool realised(const VectorResult& answer);

// rank_of orders hazards by severity, from 0; hazards.size() for none.
[[nodiscard]] std::size_t rank_of(const std::vector<std::string>& names);

// put_hazards writes one label for each hazard.
void put_hazards(Markup& page, const std::vector<std::string>& names);

}  // namespace hallmark::reports::web
