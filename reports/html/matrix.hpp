// SPDX-License-Identifier: Apache-2.0
// The results of several implementations side by side: one row for each vector, counted by format and operation, and
// grouped by rule.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/deviations.hpp"
#include "reports/hazards.hpp"
#include "reports/html.hpp"
#include "reports/html/markup.hpp"
#include "reports/score.hpp"

namespace hallmark::reports::web {

struct Column {
  std::string label;  // name and version, made unique
  const ConformanceResult* result;
};

struct Row {
  std::string_view format;
  std::string_view id;
  std::string anchor;
  const VectorResult* first = nullptr;       // any answer, for the data that all of them share
  std::vector<const VectorResult*> answers;  // at column * ops + op; null if not run
};

struct Matrix {
  std::vector<Column> columns;
  std::vector<std::string_view> ops;
  std::vector<Row> rows;  // sorted by format, id

  [[nodiscard]] const VectorResult* answer(const Row& row, std::size_t column, std::size_t op) const {
    return row.answers[column * ops.size() + op];
  }
};

// matrix_of throws std::runtime_error if a result lists a vector twice for one operation. The matrix refers to
// `results`.
[[nodiscard]] Matrix matrix_of(const std::vector<ConformanceResult>& results);

// Look is how a tone is shown.
struct Look {
  std::string_view name;     // of its class in the style sheet
  std::string_view sign;     // a character that distinguishes tones without colour
  std::string_view meaning;  // what a number with the sign counts
};
[[nodiscard]] const Look& look_of(Tone tone);
[[nodiscard]] inline std::string_view name_of(Tone tone) { return look_of(tone).name; }

// chip returns a coloured label with its sign.
[[nodiscard]] Markup chip(Tone tone, std::string_view word);

// Count is the number of vectors by tone, and by result for those that are no passes.
struct Count {
  std::uint64_t passed = 0;
  std::uint64_t total = 0;
  std::map<Tone, std::uint64_t> tones;
  std::map<std::pair<Tone, std::string_view>, std::uint64_t> others;
};

struct Tally {
  std::string_view format;
  std::size_t column = 0;
  std::string_view op;
  std::string_view verdict;    // of the run, "" if the result does not list it
  Score score;                 // what the verdict rests on
  std::uint64_t failures = 0;  // of a MUST, or a breakdown
  std::uint64_t known = 0;     // of those: expectations explain them
  bool verdicts_only = false;  // decoding gave no values, so that the verdict says nothing of them
  Count all;
  std::map<std::string_view, Count> levels;
  // Diagnostic quality, which is never scored: rejections with a category (an offset), and those where it is as
  // expected.
  std::uint64_t categories = 0;
  std::uint64_t same_category = 0;
  std::uint64_t offsets = 0;
  std::uint64_t same_offset = 0;
};

// tallies_of returns one tally for each format, implementation and operation that has answers or a run.
[[nodiscard]] std::vector<Tally> tallies_of(const Matrix& matrix);

// worse orders tallies by severity: verdict, then broken, MUST, SHOULD, differences.
[[nodiscard]] bool worse(const Tally& a, const Tally& b);

// worst_by returns the worst tally for each value of a member, of one format or of all.
template <class Key>
[[nodiscard]] std::map<Key, const Tally*> worst_by(Key Tally::* member, const std::vector<Tally>& tallies,
                                                   std::string_view format = {}) {
  std::map<Key, const Tally*> worst;
  for (const Tally& tally : tallies) {
    if (!format.empty() && tally.format != format) continue;
    const Tally*& other = worst[tally.*member];
    if (other == nullptr || worse(tally, *other)) other = &tally;
  }
  return worst;
}

// tone_of_verdict is the severity of "conformant", "partial" …
[[nodiscard]] Tone tone_of_verdict(std::string_view verdict);

// put_counts writes how many passed, failed and so on, each with its sign; those that are not scored, or all.
void put_counts(Markup& page, const Count& count, bool all);

// put_tally writes the verdict, what it rests on, and counts what is not scored.
void put_tally(Markup& page, const Tally& tally, bool briefly);

// rank_of returns the rank of the most severe one; hazards.size() for none.
[[nodiscard]] std::size_t rank_of(const std::set<std::string>& names);

// put_hazards writes one label for each hazard.
void put_hazards(Markup& page, const std::set<std::string>& names);

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
  std::set<std::string> hazards;        // that failures realised
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
