#include "conformance/runner/giving_up.hpp"

#include <fmt/format.h>

namespace hallmark::runner {

using conformance::Answer;

GivingUp::GivingUp(const std::vector<Case>& cases) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool first = i == 0 || cases[i].vector->format != cases[i - 1].vector->format ||
                       cases[i].operation != cases[i - 1].operation;
    if (first) groups_.push_back({.next = i, .end = i, .hangs = 0, .crashes = 0, .reason = {}, .rest = 0});
    ++groups_.back().end;
    group_of_.push_back(groups_.size() - 1);
    states_.push_back(cases[i].preset ? State::passed_over : State::open);
  }
}

void GivingUp::record(std::size_t index, Answer::Kind kind) {
  if (states_[index] != State::open) return;
  switch (kind) {
    case Answer::Kind::hang: states_[index] = State::hangs; break;
    case Answer::Kind::crash:
    case Answer::Kind::over_budget: states_[index] = State::dies; break;
    case Answer::Kind::not_run:
    case Answer::Kind::skipped: states_[index] = State::passed_over; break;
    default: states_[index] = State::lives; break;
  }
  count(groups_[group_of_[index]]);
}

void GivingUp::count(Group& group) {
  for (; group.reason.empty() && group.next < group.end && states_[group.next] != State::open; ++group.next) {
    const State state = states_[group.next];
    if (state == State::lives) group.hangs = group.crashes = 0;
    if (state == State::hangs) ++group.hangs;
    if (state == State::dies) ++group.crashes;
    if (group.hangs < most_hangs && group.crashes < most_crashes) continue;
    group.rest = group.next + 1;
    group.reason = group.hangs < most_hangs ? fmt::format("not run after {} crashes in a row", group.crashes)
                                            : fmt::format("not run after {} hangs in a row", group.hangs);
  }
}

const std::string& GivingUp::why_not(std::size_t index) const {
  static const std::string run;
  const Group& group = groups_[group_of_[index]];
  return index >= group.rest ? group.reason : run;
}

}  // namespace hallmark::runner
