// BoundedPaths: paths of many places, which together cost no more than a second or so.
#pragma once

#include <string>

#include "hallmark/core/violation.hpp"

namespace hallmark::program {

// A path is made anew for every place. Where keys are so long that their repetition would take minutes, paths end.
class BoundedPaths {
 public:
  // at gives the path of a place, escaped for a terminal, or "…"; exact gives it as it is.
  [[nodiscard]] std::string at(const Place& place, const Violation& here);
  [[nodiscard]] std::string exact(const Place& place, const Violation& here = {});

 private:
  std::uint64_t cost_ = 0;
};

}  // namespace hallmark::program
