// SPDX-License-Identifier: Apache-2.0
#include "core/findings.hpp"

#include <algorithm>

#include "hallmark/core/memory_rules.hpp"

namespace hallmark {

#ifdef HALLMARK_RULE_SWITCH
const Rule* switched_off_rule = nullptr;
#endif

bool Findings::record(Violation violation) noexcept {
  const bool exhausted =
      violation.rule == &rule<"hallmark/scratch-exhausted"> || violation.rule == &rule<"hallmark/window">;
#ifdef HALLMARK_RULE_SWITCH
  static Rule unexpected;  // a copy of the rule that is switched off, under an id that no vector expects
  if (violation.rule == switched_off_rule) {
    unexpected = *switched_off_rule;
    unexpected.id = "hallmark/switched-off";
    violation.rule = &unexpected;
  }
#endif
  const Severity severity = severity_under(*violation.rule, profile_);
  const bool condemned = severity == Severity::error;
  if (stopped_) return condemned;
  if (sink_ != nullptr && !enough_) {
    const FieldPlace by_field;
    enough_ = !sink_->report(violation, severity, place_ != nullptr ? *place_ : static_cast<const Place&>(by_field));
  }
  // A limit met before must not hide that the scratch or the window ran out: only that says that more of it helps.
  const bool hidden = exhausted && verdict() == Verdict::limited;
  if (condemned && (hidden || outranks(verdict_of(violation.rule->kind), verdict()))) decisive_ = violation;
  // A warning may be the report that fills the sink of an input that is already invalid.
  stopped_ = exhausted || (verdict() == Verdict::invalid && (sink_ == nullptr || enough_));
  return condemned;
}

bool Findings::condemns(const Rule& rule, std::uint64_t offset, std::uint64_t length, const char* field, Number actual,
                        Number expected) noexcept {
  return record({&rule, offset, length, actual, expected, field});
}

bool Findings::lacks(const Rule& truncated, std::uint64_t end, std::uint64_t here, std::uint64_t beyond,
                     const char* field, std::uint64_t size) noexcept {
  if (size - here <= beyond) {
    // Twice what is here at least, so that few rounds find the end of a header that does not say its size.
    const std::uint64_t needed = std::max(end - here + size, std::min(2 * end, end + beyond));
    return condemns(rule<"hallmark/window">, end, 0, field, end, needed);
  }
  return condemns(truncated, end + beyond, 0, field, here + beyond, size);
}

}  // namespace hallmark
