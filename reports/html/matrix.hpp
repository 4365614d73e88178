// Matrix: the results of several implementations, one row for each vector.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/html/markup.hpp"
#include "reports/result.hpp"
#include "reports/tone.hpp"

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

}  // namespace hallmark::reports::web
