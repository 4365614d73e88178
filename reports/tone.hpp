// Tone: how severe the result of a vector is, in ascending order, the same in every form of a report.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/rule.hpp"

namespace hallmark::reports {

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

}  // namespace hallmark::reports
