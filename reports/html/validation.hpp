// The part of a report about validated files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {

// inputs_of returns the inputs of all validations, the worst first, in pages of a bounded size.
[[nodiscard]] std::vector<Input> inputs_of(const std::vector<ValidationReport>& validations);

// put_validations writes the section of the first page: counts, findings by rule, what is not valid.
void put_validations(Markup& page, const View& view);

// put_inputs_page writes the inputs from `first` to `last`, which share a page.
void put_inputs_page(Markup& page, const View& view, std::size_t first, std::size_t last);

}  // namespace hallmark::reports::web
