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
  bool known = false;  // all of them meet an expectation
  std::vector<const VectorResult*> results;
};

// deviations_of groups the failures of a run, and what could not be judged: the worst first, known ones last. It refers
// to `result`.
[[nodiscard]] std::vector<Deviations> deviations_of(const ConformanceResult& result);

// describe says what happened in one sentence: "accepts what the format forbids: 12 vectors, such as ID".
[[nodiscard]] std::string describe(const Deviations& deviations);

// full_name is name and version of an implementation; "unnamed" without a name.
[[nodiscard]] std::string full_name(const Implementation& implementation);

// counted returns "1 vector", "2 vectors".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace hallmark::reports
