// SPDX-License-Identifier: Apache-2.0
// Shell globs over vector ids; `*` also matches `/`.
#pragma once

#include <fnmatch.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hallmark::runner {

[[nodiscard]] inline bool glob_matches(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

[[nodiscard]] inline bool any_glob_matches(const std::vector<std::string>& patterns, const std::string& text) {
  return std::ranges::any_of(patterns, [&text](const std::string& pattern) { return glob_matches(pattern, text); });
}

}  // namespace hallmark::runner
