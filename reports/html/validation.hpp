// The parts of a page about the validation of files.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// How many inputs got which verdict.
void put_summary(Markup& page, const ValidationReport& report);
// Every input, closed, each opening to its diagnostics. `number` tells the inputs of several reports apart.
void put_inputs(Markup& page, const ValidationReport& report, std::size_t number, const Details& details);

}  // namespace hallmark::reports::web
