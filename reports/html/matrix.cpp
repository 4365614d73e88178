// SPDX-License-Identifier: Apache-2.0
#include "reports/html/matrix.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

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

void add(Count& count, Tone tone, std::string_view result) {
  ++count.total;
  ++count.tones[tone];
  if (tone == Tone::good) {
    ++count.passed;
  } else {
    ++count.others[{tone, result}];
  }
}

void add(Tally& tally, const VectorResult& answer) {
  const Tone tone = tone_of(answer);
  add(tally.all, tone, answer.result);
  add(tally.levels[answer.level], tone, answer.result);
  tally.failures += tone >= Tone::lenient ? 1 : 0;
  tally.known += tone >= Tone::lenient && answer.expectation == "met" ? 1 : 0;
  if (answer.actual.result != "rejected") return;
  if (answer.actual.category && answer.expected.category) {
    ++tally.categories;
    tally.same_category += answer.actual.category == answer.expected.category ? 1 : 0;
  }
  if (answer.actual.offset && answer.expected.offset) {
    ++tally.offsets;
    tally.same_offset += answer.actual.offset == answer.expected.offset ? 1 : 0;
  }
}

std::uint64_t times(const Count& count, Tone tone) {
  const auto found = count.tones.find(tone);
  return found == count.tones.end() ? 0 : found->second;
}

void add(Group& group, const Row& row, std::size_t column, const VectorResult& answer, const VectorDetail* vector) {
  const Tone tone = tone_of(answer);
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
  if (vector != nullptr && realised(answer)) group.hazards.insert(vector->hazards.begin(), vector->hazards.end());
}

// The worst first: broken, MUST, SHOULD, differences; then by hazard, and by how many implementations and vectors fail.
auto severity(const Group& group) {
  return std::tuple(group.format, -static_cast<int>(group.tone), rank_of(group.hazards),
                    -static_cast<std::ptrdiff_t>(group.failing), -static_cast<std::ptrdiff_t>(group.failures.size()),
                    group.rule.empty(), group.rule, std::string_view(group.clause));
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
      {"warns", "△", "warnings (SHOULD)"},
      {"lenient", "◒", "accepted, against a MUST about the data"},
      {"fails", "✗", "MUST failed"},
      {"breaks", "‼", "crash, hang, protocol error or memory limit"},
  };
  return looks[static_cast<std::size_t>(tone)];
}

Markup chip(Tone tone, std::string_view word) {
  const Look& look = look_of(tone);
  return markup("<span class=\"chip {}\"><i aria-hidden=\"true\">{}</i>{}</span>", look.name, look.sign, word);
}

std::vector<Tally> tallies_of(const Matrix& matrix) {
  std::map<std::tuple<std::string_view, std::size_t, std::string_view>, Tally> tallies;
  const auto at = [&](std::string_view format, std::size_t column, std::string_view op) -> Tally& {
    Tally& tally = tallies[{format, column, op}];
    tally.format = format;
    tally.column = column;
    tally.op = op;
    return tally;
  };
  for (const Row& row : matrix.rows) {
    for (std::size_t i = 0; i < row.answers.size(); ++i) {
      if (row.answers[i] == nullptr) continue;
      add(at(row.format, i / matrix.ops.size(), row.answers[i]->op), *row.answers[i]);
    }
  }
  for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
    const ConformanceResult& result = *matrix.columns[column].result;
    for (const Run& run : result.runs) {
      Tally& tally = at(run.format, column, run.op);
      tally.verdict = run.verdict;
      tally.score = score_of(result, run);
      tally.verdicts_only = verdicts_only(result.implementation, run);
    }
  }
  std::vector<Tally> all;
  for (auto& [key, tally] : tallies) all.push_back(std::move(tally));
  return all;
}

Tone tone_of_verdict(std::string_view verdict) {
  if (verdict == "conformant") return Tone::good;
  if (verdict == "non-conformant") return Tone::fails;
  if (verdict == "lenient") return Tone::lenient;
  return verdict == "partial" ? Tone::warns : Tone::silent;
}

bool worse(const Tally& a, const Tally& b) {
  const auto key = [](const Tally& tally) {
    return std::tuple(tone_of_verdict(tally.verdict), times(tally.all, Tone::breaks), times(tally.all, Tone::fails),
                      times(tally.all, Tone::lenient), times(tally.all, Tone::warns), times(tally.all, Tone::unjudged),
                      times(tally.all, Tone::differs));
  };
  return key(a) > key(b);
}

void put_counts(Markup& page, const Count& count, bool all) {
  page.html += "<span class=\"counts\">";
  for (const Tone tone : {Tone::breaks, Tone::fails, Tone::lenient, Tone::warns, Tone::unjudged, Tone::differs,
                          Tone::good, Tone::silent}) {
    const bool scored = tone == Tone::good || tone >= Tone::lenient;
    if (const std::uint64_t number = times(count, tone); number > 0 && (all || !scored)) {
      const Look& look = look_of(tone);
      put(page, "<span class=\"n {}\" title=\"{} {}\">{} {}</span> ", look.name, number, look.meaning, look.sign,
          number);
    }
  }
  page.html += "</span>";
}

void put_tally(Markup& page, const Tally& tally, bool briefly) {
  if (!tally.verdict.empty()) put(page, "{} ", chip(tone_of_verdict(tally.verdict), tally.verdict));
  if (tally.verdicts_only) page.html += "<span class=\"dim\">verdicts only</span> ";
  put(page, "{} ", briefly ? brief(tally.verdict, tally.score) : sentence(tally.verdict, tally.score));
  if (tally.known > 0) {
    put(page, "<span class=\"dim\">· {} of {} known</span> ", grouped(tally.known), grouped(tally.failures, "failure"));
  }
  if (briefly) return put_counts(page, tally.all, false);
  for (const Tone tone : {Tone::warns, Tone::unjudged, Tone::differs, Tone::silent}) {
    const std::uint64_t number = times(tally.all, tone);
    if (number > 0) put(page, "<span class=\"dim\">· {} {}</span> ", grouped(number), look_of(tone).meaning);
  }
}

std::size_t rank_of(const std::set<std::string>& names) {
  const auto known = [&](const Hazard& hazard) { return names.contains(std::string(hazard.name)); };
  return static_cast<std::size_t>(std::ranges::find_if(hazards, known) - hazards.begin());
}

void put_hazards(Markup& page, const std::set<std::string>& names) {
  for (const Hazard& hazard : hazards) {
    if (!names.contains(std::string(hazard.name))) continue;
    put(page, " <span class=\"hazard\" title=\"such a fault can make a reader {}\">{}</span>", hazard.meaning,
        hazard.name);
  }
}

std::string clause_of(const Row& row, const Details& details) {
  const VectorDetail* vector = details.vector(row.id);
  if (vector != nullptr && !vector->clause.empty()) return vector->clause;
  const Rule* rule = row.first->expected.rule ? details.rule(*row.first->expected.rule) : nullptr;
  return rule == nullptr ? "" : clause_text(*rule);
}

std::vector<Group> groups_of(const Matrix& matrix, const Details& details) {
  std::map<std::tuple<std::string_view, std::string_view, std::string>, Group> groups;
  for (const Row& row : matrix.rows) {
    const std::string_view rule = row.first->expected.rule ? std::string_view(*row.first->expected.rule) : "";
    const Rule* known = rule.empty() ? nullptr : details.rule(rule);
    const std::string clause = known == nullptr ? clause_of(row, details) : clause_text(*known);
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
