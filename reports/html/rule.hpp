// The description of a rule.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// put_rule writes the description of a rule, or its id if the rule is unknown.
void put_rule(Markup& page, std::string_view id, const Details& details);

// put_fact writes one row of a list of facts, unless the value is empty.
void put_fact(Markup& page, std::string_view name, std::string_view value);

}  // namespace hallmark::reports::web
