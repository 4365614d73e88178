// Groups: the results of all implementations, grouped by the rule that a vector breaks.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reports/html.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {

// Failure is one answer that is wrong.
struct Failure {
  const Row* row;
  std::size_t column;
  const VectorResult* answer;
};

// Share is what one implementation did with the vectors of a group.
struct Share {
  Tone tone = Tone::silent;  // of its most severe failure
  std::uint64_t failed = 0;
  std::uint64_t put = 0;  // answers; without `unsupported` and `skipped`
};

// Group holds the vectors of a format that break one rule or, if they are valid, that test one clause.
struct Group {
  std::string_view format;
  std::string_view rule;                // id, "" for valid vectors
  std::string clause;                   // "document#section"
  std::string_view level;               // of its most severe failure, else of its vectors
  Tone tone = Tone::silent;             // of its most severe failure; `good` or `silent` without one
  std::vector<std::string> hazards;     // that failures realised
  std::map<std::size_t, Share> shares;  // by column
  std::vector<Failure> failures;        // in the order of rows
  std::size_t failing = 0;              // number of implementations

  // scored: a failure affects a verdict or gives a warning.
  [[nodiscard]] bool scored() const { return tone > Tone::differs; }
};

// groups_of returns the groups of every format: by format, the worst first.
[[nodiscard]] std::vector<Group> groups_of(const Matrix& matrix, const Details& details);

// anchor_of returns the anchor of a group on the pages of formats and implementations.
[[nodiscard]] std::string anchor_of(const Group& group);

// clause_of returns the clause that a vector tests, "" if the corpus and the rules do not say.
[[nodiscard]] std::string clause_of(const Row& row, const Details& details);

}  // namespace hallmark::reports::web
