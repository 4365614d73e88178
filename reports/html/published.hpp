// The published form of results: without standard error, folders, and what may be a security problem of released
// software.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/html.hpp"

namespace hallmark::reports::web {

// Published refers to the given results, or to copies without what must not be published.
class Published {
 public:
  Published(bool published, const std::vector<ConformanceResult>& results,
            const std::vector<ValidationReport>& validations, const Details& details);
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

  [[nodiscard]] const std::vector<ConformanceResult>& results() const { return *results_; }
  [[nodiscard]] const std::vector<ValidationReport>& validations() const { return *validations_; }
  [[nodiscard]] std::uint64_t withheld() const { return withheld_; }  // number of results left out

 private:
  const std::vector<ConformanceResult>* results_;
  const std::vector<ValidationReport>* validations_;
  std::vector<ConformanceResult> own_results_;
  std::vector<ValidationReport> own_validations_;
  std::uint64_t withheld_ = 0;
};

}  // namespace hallmark::reports::web
