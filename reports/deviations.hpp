// Deviations: what one implementation does otherwise than the vectors say, grouped, for the forms that list it.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"
#include "reports/tone.hpp"

namespace hallmark::reports {

// Deviations that an implementation shows at one rule in one way.
struct Deviations {
  Tone tone = Tone::silent;
  std::string format;
  std::string op;
  std::string subject;  // the rule that the vectors break; of valid vectors their theme, "bson/strings/*"
  std::string level;
  std::string result;
  std::string expectation;  // "met" if they are known; "" if there is no list of what is expected
  std::vector<const VectorResult*> results;

  [[nodiscard]] bool known() const { return expectation == "met"; }
};

// deviations_of groups failures, and what could not be judged: the worst first, known ones last. It refers to
// `results`.
[[nodiscard]] std::vector<Deviations> deviations_of(const std::vector<VectorResult>& results);

// describe says what happened in one sentence: "accepts what the format forbids: 12 vectors, such as ID".
[[nodiscard]] std::string describe(const Deviations& deviations);

// full_name is name and version of an implementation; "unnamed" without a name.
[[nodiscard]] std::string full_name(const Implementation& implementation);

}  // namespace hallmark::reports
