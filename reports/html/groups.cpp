#include "reports/html/groups.hpp"

#include <algorithm>
#include <tuple>

#include "reports/html/hazard.hpp"

namespace hallmark::reports::web {
namespace {

void add(Group& group, const Row& row, std::size_t column, const VectorResult& answer, const VectorDetail* vector) {
  const Tone tone = tone_of(answer.level, answer.result);
  Share& share = group.shares[column];
  share.put += tone == Tone::silent ? 0 : 1;
  if (!failed(answer.result)) {
    if (group.level.empty()) group.level = answer.level;
    if (group.tone == Tone::silent && tone == Tone::good) group.tone = tone;
    return;
  }
  group.failing += share.failed == 0 ? 1 : 0;
  ++share.failed;
  if (share.failed == 1 || tone > share.tone) share.tone = tone;
  if (group.failures.empty() || tone > group.tone) {
    group.tone = tone;
    group.level = answer.level;
  }
  group.failures.push_back({&row, column, &answer});
  if (vector == nullptr || !realised(answer)) return;
  for (const std::string& hazard : vector->hazards) {
    if (std::ranges::find(group.hazards, hazard) == group.hazards.end()) group.hazards.push_back(hazard);
  }
}

// The worst first: broken, MUST, SHOULD, differences; then by hazard, and by how many implementations and vectors fail.
auto severity(const Group& group) {
  return std::tuple(group.format, -static_cast<int>(group.tone), rank_of(group.hazards),
                    -static_cast<std::ptrdiff_t>(group.failing), -static_cast<std::ptrdiff_t>(group.failures.size()),
                    group.rule.empty(), group.rule, std::string_view(group.clause));
}

}  // namespace

std::string clause_of(const Row& row, const Details& details) {
  const VectorDetail* vector = details.vector(row.id);
  if (vector != nullptr && !vector->clause.empty()) return vector->clause;
  const RuleDetail* rule = row.first->expected.rule ? details.rule(*row.first->expected.rule) : nullptr;
  return rule == nullptr ? "" : rule->clause;
}

std::vector<Group> groups_of(const Matrix& matrix, const Details& details) {
  std::map<std::tuple<std::string_view, std::string_view, std::string>, Group> groups;
  for (const Row& row : matrix.rows) {
    const std::string_view rule = row.first->expected.rule ? std::string_view(*row.first->expected.rule) : "";
    const RuleDetail* known = rule.empty() ? nullptr : details.rule(rule);
    const std::string clause = known == nullptr ? clause_of(row, details) : known->clause;
    Group& group = groups[{row.format, rule, rule.empty() ? clause : std::string()}];
    group.format = row.format;
    group.rule = rule;
    group.clause = clause;
    for (std::size_t i = 0; i < row.answers.size(); ++i) {
      if (row.answers[i] != nullptr) add(group, row, i / matrix.ops.size(), *row.answers[i], details.vector(row.id));
    }
  }
  std::vector<Group> sorted;
  for (auto& [key, group] : groups) sorted.push_back(std::move(group));
  std::ranges::sort(sorted, {}, severity);
  return sorted;
}

std::string anchor_of(const Group& group) {
  return anchor(group.format) + "/" + anchor(group.rule.empty() ? group.clause : group.rule);
}

}  // namespace hallmark::reports::web
