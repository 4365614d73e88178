// SPDX-License-Identifier: Apache-2.0
// Tone: how severe the result of a vector is, the same in every form of a report. Deviations: what one implementation
// does otherwise than the vectors say, by requirement, for the forms that list it.
#pragma once

#include <functional>
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
  lenient,   // a reader accepted what breaks a MUST about the data
  fails,     // another MUST failed
  breaks,    // crash, hang, protocol error, too much memory: a failed MUST at any level
};

[[nodiscard]] Tone tone_of(const VectorResult& result);

// severity_of returns what a form of three severities has for a tone.
[[nodiscard]] Severity severity_of(Tone tone);

// failed: the result is neither a pass nor unscored.
[[nodiscard]] bool failed(std::string_view result);

// result_meaning says in words what a result class means; "" for unknown ones.
[[nodiscard]] std::string_view result_meaning(std::string_view result);

// requirement_of returns what a vector asks for: the rule that it breaks; of a valid one the clause that it shows, or
// its theme, "bson/strings/*", where nobody knows the clause.
[[nodiscard]] std::string requirement_of(const VectorResult& result);

// realised: a reader took what it must not take, so the hazard of the vector is about it. One that refuses a valid
// input is wrong, but not in danger. What is not scored is no fault: a conformant reader has no hazards.
[[nodiscard]] bool realised(const VectorResult& result);

// Deviations that an implementation shows at one requirement in one way, for one cause.
struct Deviations {
  Tone tone = Tone::silent;
  std::string format;
  std::string op;
  std::string subject;  // the requirement
  std::string level;
  std::string result;
  std::string expectation;  // "met" if they are known; "" if there is no list of what is expected
  std::string cause;        // by an expectation, or ""
  std::string position;     // of the maintainers, or ""
  std::string hazard;       // the worst that such a fault can do to a reader, or ""
  std::uint64_t of = 0;     // vectors of the requirement, at this level, that ran
  std::vector<const VectorResult*> results;

  [[nodiscard]] bool known() const { return expectation == "met"; }
};

// HazardOf returns the name of the worst hazard of a vector, or "".
using HazardOf = std::function<std::string(const VectorResult&)>;

// deviations_of groups failures, and what could not be judged, by how soon they must be repaired: crashes and hangs,
// other failed MUST, what a lenient reader accepts, each by hazard and by how much of the requirement fails; then what
// is not scored, and what could not be judged. It refers to `results`.
[[nodiscard]] std::vector<Deviations> deviations_of(const std::vector<VectorResult>& results,
                                                    const HazardOf& hazard_of = {});

// share returns how many vectors of the requirement fail: "12 of 12 vectors".
[[nodiscard]] std::string share(const Deviations& deviations);

// what_of says what it does, "accepts what the format forbids"; a format forbids by a MUST alone. A result that is no
// failure is its own word.
[[nodiscard]] std::string_view what_of(const VectorResult& result);

// values_of returns where another value was read or written, and both values; "" for other results.
[[nodiscard]] std::string_view values_of(const VectorResult& result);

// describe says what happened in one sentence: "accepts what the format forbids (12 of 12 vectors, such as ID)", and of
// another value which two they are.
[[nodiscard]] std::string describe(const Deviations& deviations);

// full_name is name and version of an implementation; "unnamed" without a name.
[[nodiscard]] std::string full_name(const Implementation& implementation);

}  // namespace hallmark::reports
