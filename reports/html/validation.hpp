// The sections of the page about validated files.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// The number of inputs for each verdict.
void put_summary(Markup& page, const ValidationReport& report);
// Every input as a closed element that opens to its diagnostics. `number` distinguishes several reports.
void put_inputs(Markup& page, const ValidationReport& report, std::size_t number, const Details& details);

}  // namespace hallmark::reports::web
