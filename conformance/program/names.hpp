// Suggestions for mistyped names of formats, rules and vectors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hallmark::program {

// nearest returns the name with the smallest edit distance to `wrong`, or "" if none is close.
[[nodiscard]] std::string nearest(std::string_view wrong, const std::vector<std::string_view>& names);

// did_you_mean returns "; did you mean …?" or "".
[[nodiscard]] std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names);

// require_format throws UsageError unless `format` is empty or a registered format.
void require_format(const std::string& format);

// formats_line returns what the help of commands with `--format F` says of F.
[[nodiscard]] std::string formats_line();

// names_in_folders returns what the help of commands that read folders says of the files they check there.
[[nodiscard]] std::string names_in_folders();

}  // namespace hallmark::program
