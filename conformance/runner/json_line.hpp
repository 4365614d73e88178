// Parses untrusted JSON with bounds on depth and work.
#pragma once

#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {

using reports::Json;

// parse_line parses one JSON object. On failure it returns null and the reason. Nesting is bounded (copying and
// printing a value recurse), and so is the work that members cost: ordered objects look every new member up one by one,
// which a reply of 64 MiB in one object would turn into hours.
[[nodiscard]] Json parse_line(std::string_view line, std::string& why);

}  // namespace hallmark::runner
