// The lines of testees, and of requests to the reference.
#pragma once

#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {

using reports::Json;

// parse_line parses one JSON object, within the bounds of reports/bounded_json.hpp and 256 levels: values of some
// formats nest. On failure it returns null and the reason.
[[nodiscard]] Json parse_line(std::string_view line, std::string& why);

}  // namespace hallmark::runner
