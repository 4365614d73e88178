#include "reports/rule_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace hallmark::reports {

std::string RuleStatistics::Row::example() const {
  return fmt::format("{}{}:{}", subject(input), first.part == Part::body ? ":body" : "", first.offset);
}

void RuleStatistics::add(const InputReport& input, std::size_t index) {
  for (const Diagnostic& diagnostic : input.diagnostics) {
    Row& row = rows_[{diagnostic.rule, diagnostic.severity}];
    row.findings += diagnostic.times;
    ++row.inputs;
    if (row.inputs != 1 && row.index <= index) continue;
    row.first = diagnostic;
    row.index = index;
    row.input.path = input.path;
    row.input.message = input.message;
  }
}

std::vector<RuleStatistics::Row> RuleStatistics::worst_first() const {
  std::vector<Row> rows;
  for (const auto& [rule, row] : rows_) rows.push_back(row);
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    return std::tie(a.first.severity, a.first.level, b.findings) <
           std::tie(b.first.severity, b.first.level, a.findings);
  });
  return rows;
}

Json to_json(const RuleStatistics& statistics) {
  Json rows = Json::array();
  for (const RuleStatistics::Row& row : statistics.worst_first()) {
    Json example = {{"path", as_utf8(row.input.path)}};
    if (row.input.message) example["message"] = number(*row.input.message);
    if (row.first.part != Part::whole) example["part"] = to_string(row.first.part);
    example["offset"] = number(row.first.offset);
    rows.push_back({{"rule", row.first.rule},
                    {"level", to_string(row.first.level)},
                    {"clause", row.first.clause},
                    {"severity", to_string(row.first.severity)},
                    {"findings", number(row.findings)},
                    {"inputs", number(row.inputs)},
                    {"example", std::move(example)}});
  }
  return rows;
}

}  // namespace hallmark::reports
