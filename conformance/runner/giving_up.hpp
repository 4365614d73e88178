// GivingUp: a format and operation in which a testee only hangs or crashes is not run to its end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/cases.hpp"

namespace hallmark::runner {

inline constexpr unsigned most_hangs = 10;    // in a row
inline constexpr unsigned most_crashes = 50;  // in a row, deaths over the memory limit included

// GivingUp watches the answers to `cases` and says where to stop. Rows are those of the order of the cases, whatever
// the order of the answers, so that the outcome does not depend on how many testees run. Not thread-safe.
class GivingUp {
 public:
  explicit GivingUp(const std::vector<Case>& cases);

  void record(std::size_t index, conformance::Answer::Kind kind);
  // why_not gives the reason for which a case is not run, or is not counted if it was; else "".
  [[nodiscard]] const std::string& why_not(std::size_t index) const;

 private:
  enum class State : unsigned char { open, passed_over, lives, hangs, dies };

  // Group is one format and operation: cases [next, end), of which those before `next` are counted.
  struct Group {
    std::size_t next = 0;
    std::size_t end = 0;
    unsigned hangs = 0;
    unsigned crashes = 0;
    std::string reason;  // set once the rest is not to be run
    std::size_t rest = 0;
  };

  void count(Group& group);

  std::vector<State> states_;
  std::vector<std::size_t> group_of_;
  std::vector<Group> groups_;
};

}  // namespace hallmark::runner
