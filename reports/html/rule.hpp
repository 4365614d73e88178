// A rule as a report explains it.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// put_rule writes what is known of the rule; its id alone where nothing is.
void put_rule(Markup& page, std::string_view id, const Details& details);

// put_fact writes one row of a list of facts, unless it is empty.
void put_fact(Markup& page, std::string_view name, std::string_view value);

}  // namespace hallmark::reports::web
