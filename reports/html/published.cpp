#include "reports/html/published.hpp"

#include <algorithm>

#include "reports/html/hazard.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {
namespace {

bool may_be_a_security_problem(const VectorResult& result, const Details& details) {
  if (!failed(result.result)) return false;
  if (result.result == "crash" || result.result == "hang" || result.result == "over-budget") return true;
  const VectorDetail* vector = details.vector(result.id);
  // Without the corpus nobody knows which failures are harmless.
  if (vector == nullptr) return true;
  const auto dangerous = [](const std::string& hazard) { return hazard == "memory" || hazard == "resources"; };
  return std::ranges::any_of(vector->hazards, dangerous);
}

}  // namespace

Published::Published(bool published, const std::vector<ConformanceResult>& results,
                     const std::vector<ValidationReport>& validations, const Details& details)
    : results_(&results), validations_(&validations) {
  if (!published) return;
  own_results_ = results;
  own_validations_ = validations;
  results_ = &own_results_;
  validations_ = &own_validations_;
  for (ConformanceResult& result : own_results_) {
    withheld_ += std::erase_if(result.results,
                               [&](const VectorResult& vector) { return may_be_a_security_problem(vector, details); });
    for (VectorResult& vector : result.results) vector.standard_error.clear();
  }
  for (ValidationReport& report : own_validations_) {
    for (InputReport& input : report.inputs) input.path.erase(0, input.path.rfind('/') + 1);
  }
}

}  // namespace hallmark::reports::web
