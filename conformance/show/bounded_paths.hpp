// BoundedPaths: renders the paths of many places, with a bound on the total cost.
#pragma once

#include <string>

#include "hallmark/core/violation.hpp"

namespace hallmark::show {

// Every path is rendered from the start of its document. With very long keys that would take minutes, so paths are left
// out beyond the bound.
class BoundedPaths {
 public:
  // at returns the path of a place, escaped for a terminal, or "…"; exact returns it unescaped.
  [[nodiscard]] std::string at(const Place& place, const Violation& here);
  [[nodiscard]] std::string exact(const Place& place, const Violation& here = {});

 private:
  std::uint64_t cost_ = 0;
};

}  // namespace hallmark::show
