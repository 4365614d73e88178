// The page of a rule, and the index of all rules.
#pragma once

#include <string_view>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {

// put_rule_page writes what a rule demands, why, what to do, the smallest vector that breaks it and, where the report
// has results, who breaks it.
void put_rule_page(Markup& page, const View& view, std::string_view id);

// put_rule_index writes the first page of a site: all rules by family.
void put_rule_index(Markup& page, const View& view);

}  // namespace hallmark::reports::web
