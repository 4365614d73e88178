// BoundedPaths: renders the paths of many places, with a bound on the total cost.
#pragma once

#include <string>

#include "conformance/model/path_text.hpp"

namespace hallmark::show {

// Every path is rendered from the start of its document. With very long keys that would take minutes, so paths are left
// out beyond the bound.
class BoundedPaths {
 public:
  // at returns the path of a place, or "…".
  [[nodiscard]] std::string at(const Place& place, const Violation& here = {}) {
    constexpr std::uint64_t most_cost = std::uint64_t{1} << 30;
    if (cost_ > most_cost) return "…";
    conformance::PathText text;
    place.write(text, here);
    if (const std::uint64_t offered = text.offered(); offered > conformance::longest_path) cost_ += offered;
    return text.take();
  }

 private:
  std::uint64_t cost_ = 0;
};

}  // namespace hallmark::show
