// Tone: how severe the result of a vector is, the same in every form of a report. Deviations: what one implementation
// does otherwise than the vectors say, grouped, for the forms that list it.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"

namespace hallmark::reports {

// Tone is in ascending order of severity.
enum class Tone : std::uint8_t {
  good,      // passed
  silent,    // unsupported or skipped; not a pass
  unjudged,  // the harness failed, or the vector was not run
  differs,   // a DECISION or LIMIT failed; does not affect the verdict
  warns,     // a SHOULD failed
  fails,     // a MUST failed
  breaks,    // crash, hang, protocol error, too much memory: a failed MUST at any level
};

[[nodiscard]] Tone tone_of(std::string_view level, std::string_view result);

// severity_of returns what a form of three severities has for a tone.
[[nodiscard]] Severity severity_of(Tone tone);

// failed: the result is neither a pass nor unscored.
[[nodiscard]] bool failed(std::string_view result);

// result_meaning says in words what a result class means; "" for unknown ones.
[[nodiscard]] std::string_view result_meaning(std::string_view result);

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
