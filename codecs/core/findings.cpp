#include "core/findings.hpp"

#include "core/memory_rules.hpp"

namespace hallmark {

#ifdef HALLMARK_RULE_SWITCH
const Rule* switched_off_rule = nullptr;
#endif

namespace {

// A compiler that evaluates this refuses to write to a violation that was never made; clang does, g++ 12 lets it pass.
static_assert([] {
  Decisive decisive;
  decisive.keep({&rule<"hallmark/scratch-exhausted">, 1, 0, {}, {}, ""});
  decisive.keep({&rule<"hallmark/scratch-exhausted">, 3, 0, {}, {}, ""});
  return true;
}());

// A walk that keeps no place of its own is described by the name of the field.
class FieldPlace final : public Place {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override { out.write(violation.field); }
};

}  // namespace

Findings::Outcome Findings::record(const Violation& violation) noexcept {
#ifdef HALLMARK_RULE_SWITCH
  if (violation.rule == switched_off_rule) return Outcome::tolerated;
#endif
  const Severity severity = severity_under(*violation.rule, profile_);
  if (sink_ != nullptr && !enough_) {
    const FieldPlace by_field;
    enough_ = !sink_->report(violation, severity, place_ != nullptr ? *place_ : static_cast<const Place&>(by_field));
  }
  const bool condemned = severity == Severity::error;
  if (condemned && outranks(verdict_of(violation.rule->kind), verdict())) decisive_.keep(violation);
  // A warning may be what fills the sink of an input that is invalid already.
  stopped_ = verdict() == Verdict::invalid && (sink_ == nullptr || enough_);
  return condemned ? Outcome::condemned : Outcome::tolerated;
}

bool Findings::condemns(const Rule& rule, std::uint64_t offset, std::uint64_t length, const char* field, Number actual,
                        Number expected) noexcept {
  return record({&rule, offset, length, actual, expected, field}) == Outcome::condemned;
}

}  // namespace hallmark
