// Names that people type: formats, rules, ids. A wrong one is wrong usage, answered with the nearest right one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hallmark::program {

// nearest gives the name that differs from `wrong` by the fewest inserted, deleted or changed characters, or "" where
// none comes near.
[[nodiscard]] std::string nearest(std::string_view wrong, const std::vector<std::string_view>& names);

// did_you_mean gives "; did you mean …?" or "".
[[nodiscard]] std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names);

// require_format throws UsageError unless `format` is empty or a registered format.
void require_format(const std::string& format);

}  // namespace hallmark::program
