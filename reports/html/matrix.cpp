#include "reports/html/matrix.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace hallmark::reports::web {
namespace {

// The name of a testee is repeated often, so it is shortened.
constexpr std::size_t name_shown = 80;

std::vector<Column> columns_of(const std::vector<ConformanceResult>& results) {
  std::vector<Column> columns;
  std::map<std::string, int> seen;
  for (const ConformanceResult& result : results) {
    const Implementation& made_by = result.implementation;
    std::string label = made_by.name.empty() ? "unnamed" : shortened(made_by.name, name_shown);
    if (!made_by.version.empty()) label += fmt::format(" {}", shortened(made_by.version, name_shown));
    const int times = ++seen[label];
    if (times > 1) label += fmt::format(" #{}", times);
    columns.push_back({std::move(label), &result});
  }
  return columns;
}

}  // namespace

Matrix matrix_of(const std::vector<ConformanceResult>& results) {
  Matrix matrix{.columns = columns_of(results), .ops = {}, .rows = {}};
  std::set<std::string_view> ops;
  for (const ConformanceResult& result : results) {
    for (const VectorResult& vector : result.results) ops.insert(vector.op);
  }
  matrix.ops.assign(ops.begin(), ops.end());

  std::map<std::pair<std::string_view, std::string_view>, Row> rows;
  for (std::size_t column = 0; column < results.size(); ++column) {
    for (const VectorResult& vector : results[column].results) {
      Row& row = rows[{vector.format, vector.id}];
      if (row.first == nullptr) {
        row.format = vector.format;
        row.id = vector.id;
        row.first = &vector;
        row.answers.resize(matrix.columns.size() * matrix.ops.size());
      }
      const auto op = static_cast<std::size_t>(std::ranges::find(matrix.ops, vector.op) - matrix.ops.begin());
      const VectorResult*& answer = row.answers[column * matrix.ops.size() + op];
      if (answer != nullptr) {
        throw std::runtime_error(
            fmt::format("result of {}: {} {} is listed twice", matrix.columns[column].label, vector.op, vector.id));
      }
      answer = &vector;
    }
  }

  // Ids should be unique. If two formats use the same id, the second gets an anchor that no other id can produce.
  std::set<std::string> taken;
  for (auto& [key, row] : rows) {
    row.anchor = anchor(row.id);
    if (!taken.insert(row.anchor).second) row.anchor = anchor(row.format) + "~." + row.anchor;
    matrix.rows.push_back(std::move(row));
  }
  return matrix;
}

const Look& look_of(Tone tone) {
  static constexpr Look looks[] = {
      {"good", "✓", "passed"},
      {"silent", "–", "unsupported or skipped"},
      {"unjudged", "?", "could not be judged"},
      {"differs", "≠", "differences, not scored"},
      {"warns", "△", "SHOULD failed"},
      {"fails", "✗", "MUST failed"},
      {"breaks", "‼", "crash, hang, protocol error or memory limit"},
  };
  return looks[static_cast<std::size_t>(tone)];
}

Markup chip(Tone tone, std::string_view word) {
  const Look& look = look_of(tone);
  return markup("<span class=\"chip {}\"><i aria-hidden=\"true\">{}</i>{}</span>", look.name, look.sign, word);
}

}  // namespace hallmark::reports::web
