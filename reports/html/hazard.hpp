// Hazards on pages.
#pragma once

#include <string_view>

#include "reports/hazards.hpp"
#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// realised: a failure with this result means that the reader took what it should not have. A reader that refuses a
// valid input is wrong, but not in danger.
[[nodiscard]] bool realised(const VectorResult& answer);

// rank_of returns the rank of the most severe one; hazards.size() for none.
[[nodiscard]] std::size_t rank_of(const std::vector<std::string>& names);

// put_hazards writes one label for each hazard.
void put_hazards(Markup& page, const std::vector<std::string>& names);

}  // namespace hallmark::reports::web
