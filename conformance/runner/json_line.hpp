// JSON that a stranger wrote, read with bounds.
#pragma once

#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {

using reports::Json;

// parse_line reads one JSON object. On failure it gives null and says why. Nesting is bounded (copying and printing a
// value recurse), and so is the work that members cost: ordered objects look every new member up one by one, which a
// reply of 64 MiB in one object would turn into hours.
[[nodiscard]] Json parse_line(std::string_view line, std::string& why);

}  // namespace hallmark::runner
