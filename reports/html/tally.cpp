#include "reports/html/tally.hpp"

#include <algorithm>
#include <tuple>

namespace hallmark::reports::web {
namespace {

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
  const Tone tone = tone_of(answer.level, answer.result);
  add(tally.all, tone, answer.result);
  add(tally.levels[answer.level], tone, answer.result);
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

}  // namespace

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
      tally.verdicts_only = run.op == "decode" && verdicts_only(result.implementation, run.format);
    }
  }
  std::vector<Tally> all;
  for (auto& [key, tally] : tallies) all.push_back(std::move(tally));
  return all;
}

Tone tone_of_verdict(std::string_view verdict) {
  if (verdict == "conformant") return Tone::good;
  if (verdict == "non-conformant") return Tone::fails;
  return verdict == "partial" ? Tone::warns : Tone::silent;
}

bool worse(const Tally& a, const Tally& b) {
  const auto key = [](const Tally& tally) {
    return std::tuple(tone_of_verdict(tally.verdict), times(tally.all, Tone::breaks), times(tally.all, Tone::fails),
                      times(tally.all, Tone::warns), times(tally.all, Tone::unjudged), times(tally.all, Tone::differs));
  };
  return key(a) > key(b);
}

void put_counts(Markup& page, const Count& count) {
  page.html += "<span class=\"counts\">";
  for (const Tone tone :
       {Tone::breaks, Tone::fails, Tone::warns, Tone::unjudged, Tone::differs, Tone::good, Tone::silent}) {
    if (const std::uint64_t number = times(count, tone); number > 0) {
      const Look& look = look_of(tone);
      put(page, "<span class=\"n {}\" title=\"{} {}\">{} {}</span> ", look.name, number, look.meaning, look.sign,
          number);
    }
  }
  page.html += "</span>";
}

void put_tally(Markup& page, const Tally& tally) {
  if (!tally.verdict.empty()) put(page, "{} ", chip(tone_of_verdict(tally.verdict), tally.verdict));
  if (tally.verdicts_only) page.html += "<span class=\"dim\">verdicts only</span> ";
  put_counts(page, tally.all);
}

}  // namespace hallmark::reports::web
