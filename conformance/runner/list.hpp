// Lists of names: formats, operations, features.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::runner {

[[nodiscard]] inline bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace hallmark::runner
