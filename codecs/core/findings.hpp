// SPDX-License-Identifier: Apache-2.0
// Findings: what one walk over an input has found so far, and whether it should go on.
#pragma once

#include <optional>

#include "hallmark/core/options.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark {

// FieldPlace is the place of a walk that has none of its own: the name of the field.
class FieldPlace final : public Place {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override { out.write(violation.field); }
};

// Findings keeps the decisive violation (the first of the kind that gives the verdict) and passes every violation to
// the sink, where there is one. Without a sink (decoding) the walk stops at the first malformed or invalid rule; with
// one (validating) it goes on until the sink has enough and the verdict is settled. Either stops where the scratch or
// the window runs out: what was not read must not be taken for a fault. That is then decisive, unless the input is
// known to be invalid.
class Findings {
 public:
  explicit Findings(Profile profile, DiagnosticSink* sink = nullptr, const Place* place = nullptr) noexcept
      : profile_(profile), sink_(sink), place_(place) {}

  // record is true for an error, which condemns: the value read must not be used. After a warning or a note the walk
  // goes on as if nothing had happened.
  bool record(Violation violation) noexcept;
  // condemns builds the violation and records it. It is out of line and takes its arguments by value, so that the
  // cursor that calls it stays in registers and the path without errors stays small.
  [[gnu::noinline, gnu::cold]] bool condemns(const Rule& rule, std::uint64_t offset, std::uint64_t length,
                                             const char* field, Number actual, Number expected) noexcept;
  // lacks records that a field of `size` bytes does not fit the `here` ones before `end`, the last that can be read:
  // that the window is too short where `beyond` it the rest would lie, else the rule of truncation.
  [[gnu::noinline, gnu::cold]] bool lacks(const Rule& truncated, std::uint64_t end, std::uint64_t here,
                                          std::uint64_t beyond, const char* field, std::uint64_t size) noexcept;

  // stop ends the walk for a sink that has enough of what is shown: no violation counts after that.
  void stop() noexcept { stopped_ = true; }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] Verdict verdict() const noexcept {
    return decisive_ ? verdict_of(decisive_->rule->kind) : Verdict::valid;
  }
  // decisive has a null rule while there is no error.
  [[nodiscard]] Violation decisive() const noexcept { return decisive_.value_or(Violation()); }
  // validating says that a sink still takes reports: notes and warnings are worth computing.
  [[nodiscard]] bool validating() const noexcept { return sink_ != nullptr && !enough_; }

 private:
  std::optional<Violation> decisive_;  // a valid input does not pay for its memory
  Profile profile_;
  DiagnosticSink* sink_;
  const Place* place_;
  bool enough_ = false;
  bool stopped_ = false;
};

#ifdef HALLMARK_RULE_SWITCH
// Test builds only: the rule whose reports are lost, to prove that a vector notices. Its violations are recorded under
// an id that no vector expects, and condemn what they condemn otherwise: a walk need not know that a rule can be off.
extern const Rule* switched_off_rule;
#endif

}  // namespace hallmark
