// RuleStatistics: how often each rule is broken, over many inputs. See schema/statistics.schema.json.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/validation.hpp"

namespace hallmark::reports {

// Memory grows with the number of rules, not with that of inputs or findings.
class RuleStatistics {
 public:
  struct Row {
    Diagnostic first;        // the first finding, in the order of the inputs
    std::size_t index = 0;   // of the input that has it
    InputReport input = {};  // its path and message
    std::uint64_t findings = 0;
    std::uint64_t inputs = 0;

    // example returns where the first finding is: "path:offset", escaped.
    [[nodiscard]] std::string example() const;
  };

  // add counts the findings of a report of input `index`. Inputs may come in any order.
  void add(const InputReport& input, std::size_t index);

  // worst_first returns errors before warnings and notes, then MUST before SHOULD, DECISION and LIMIT, then the most
  // frequent rule.
  [[nodiscard]] std::vector<Row> worst_first() const;

 private:
  std::map<std::pair<std::string, Severity>, Row> rows_;
};

[[nodiscard]] Json to_json(const RuleStatistics& statistics);

}  // namespace hallmark::reports
