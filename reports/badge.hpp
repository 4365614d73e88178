// Badges: the verdict of results in one small picture, or for a service that draws badges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// Badge is what is on it. The colour is #rrggbb.
struct Badge {
  std::string label;
  std::string message;
  std::string_view colour;
};

// badge_of sums up results: the worst verdict decides; "verdicts only" is added where values were not compared. The
// label names the format if there is one only.
[[nodiscard]] Badge badge_of(const std::vector<ConformanceResult>& results,
                             const std::vector<ValidationReport>& validations);

// svg draws a badge without fonts or files of its own; its text is also its title, for screen readers.
[[nodiscard]] std::string svg(const Badge& badge);

// endpoint returns the JSON that the endpoint badge of shields.io reads.
[[nodiscard]] Json endpoint(const Badge& badge);

}  // namespace hallmark::reports
