// Matrix: the results of several implementations, one row for each vector.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/html/markup.hpp"
#include "reports/result.hpp"

namespace hallmark::reports::web {

struct Column {
  std::string key;    // "A", "B" …: what stands where there is no room for the name
  std::string label;  // name and version, made unique
  const ConformanceResult* result;
};

struct Row {
  std::string_view format;
  std::string_view id;
  std::string anchor;
  const VectorResult* first = nullptr;       // of any implementation: what all of them share
  std::vector<const VectorResult*> answers;  // at column * ops + op; null where it was not run
};

struct Matrix {
  std::vector<Column> columns;
  std::vector<std::string_view> ops;
  std::vector<Row> rows;  // sorted by format, id

  // ops_of gives the operations that occur in a format, as indices into `ops`.
  [[nodiscard]] std::vector<std::size_t> ops_of(std::string_view format) const;
  [[nodiscard]] const VectorResult* answer(const Row& row, std::size_t column, std::size_t op) const {
    return row.answers[column * ops.size() + op];
  }
};

// matrix_of throws std::runtime_error when a result lists a vector twice for the same operation. It refers to
// `results`.
[[nodiscard]] Matrix matrix_of(const std::vector<ConformanceResult>& results);

// Tone is how much a result matters: what its colour and sign say.
enum class Tone : std::uint8_t {
  good,      // passed
  silent,    // unsupported or skipped: never a pass
  differs,   // another reading than ours, not scored
  warns,     // a SHOULD failed
  fails,     // a MUST failed
  breaks,    // crash, hang, garbage, too much memory: a failed MUST whatever the level
  unjudged,  // our side broke, or it was not run
};

[[nodiscard]] Tone tone_of(std::string_view level, std::string_view result);
[[nodiscard]] std::string_view name_of(Tone tone);
// sign_of is one character that tells tones apart without colour.
[[nodiscard]] std::string_view sign_of(Tone tone);

// failed tells the results that are neither a pass nor without a judgement.
[[nodiscard]] bool failed(std::string_view result);

// chip is a result as a coloured word with its sign.
[[nodiscard]] Markup chip(Tone tone, std::string_view word);

}  // namespace hallmark::reports::web
