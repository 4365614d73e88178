// The implementations, and their verdicts and counts for each format and operation.
#include <algorithm>
#include <map>
#include <set>

#include "reports/html/conformance.hpp"

namespace hallmark::reports::web {
namespace {

constexpr std::string_view levels[] = {"MUST", "SHOULD", "DECISION", "LIMIT"};

// Quality counts rejections whose category or offset is as expected. It does not affect the verdict.
struct Quality {
  std::uint64_t categories = 0;
  std::uint64_t same_category = 0;
  std::uint64_t offsets = 0;
  std::uint64_t same_offset = 0;
};

Quality quality_of(const ConformanceResult& result, const Run& run) {
  Quality quality;
  for (const VectorResult& vector : result.results) {
    if (vector.format != run.format || vector.op != run.op || vector.actual.result != "rejected") continue;
    if (vector.actual.category && vector.expected.category) {
      ++quality.categories;
      quality.same_category += vector.actual.category == vector.expected.category;
    }
    if (vector.actual.offset && vector.expected.offset) {
      ++quality.offsets;
      quality.same_offset += vector.actual.offset == vector.expected.offset;
    }
  }
  return quality;
}

struct Count {
  std::uint64_t passed = 0;
  std::uint64_t total = 0;
  std::map<std::pair<Tone, std::string_view>, std::uint64_t> others;  // everything but passes
  std::map<Tone, std::uint64_t> tones;
};

void count(Count& sum, std::string_view level, const std::map<std::string, std::uint64_t>& results) {
  for (const auto& [result, times] : results) {
    const Tone tone = tone_of(level, result);
    sum.total += times;
    sum.tones[tone] += times;
    if (tone == Tone::good) {
      sum.passed += times;
    } else if (times > 0) {
      sum.others[{tone, result}] += times;
    }
  }
}

Markup verdict_chip(std::string_view verdict) {
  if (verdict == "conformant") return chip(Tone::good, verdict);
  if (verdict == "non-conformant") return chip(Tone::fails, verdict);
  return chip(verdict == "partial" ? Tone::warns : Tone::silent, verdict);
}

void put_bar(Markup& page, const Count& sum) {
  page.html += "<span class=\"bar\" aria-hidden=\"true\">";
  for (const auto& [tone, times] : sum.tones) {
    if (times > 0) put(page, "<i class=\"{}\" style=\"flex-grow:{}\"></i>", name_of(tone), times);
  }
  page.html += "</span>";
}

// put_others links each count to a filtered list of its vectors. The filter needs scripts.
void put_others(Markup& page, const Count& sum, const Run& run, const Column& column, std::string_view level) {
  for (auto other = sum.others.rbegin(); other != sum.others.rend(); ++other) {  // the most severe first
    const auto& [tone, result] = other->first;
    const std::uint64_t times = other->second;
    Markup link = markup("#?f={}&o={}&i={}&r={}", anchor(run.format), anchor(run.op), column.key, anchor(result));
    if (!level.empty()) put(link, "&amp;l={}", anchor(level));
    put(page, "<a class=\"other {}\" href=\"{}\"><i aria-hidden=\"true\">{}</i> {} {}</a> ", name_of(tone), link,
        sign_of(tone), times, result);
  }
}

void put_count(Markup& page, const Count& sum) {
  put(page, "<span class=\"count\"><b>{}</b> of {}</span>", sum.passed, sum.total);
}

void put_quality(Markup& page, const Quality& quality) {
  if (quality.categories == 0 && quality.offsets == 0) return;
  page.html += "<span class=\"quality\">";
  if (quality.categories > 0) put(page, "category as expected {} of {}", quality.same_category, quality.categories);
  if (quality.categories > 0 && quality.offsets > 0) page.html += ", ";
  if (quality.offsets > 0) put(page, "offset as expected {} of {}", quality.same_offset, quality.offsets);
  page.html += "</span>";
}

// One implementation: a column for each level.
void put_levels(Markup& page, const Column& column) {
  std::vector<std::string_view> used;
  for (const std::string_view level : levels) {
    const auto has = [&](const Run& run) { return run.counts.contains(std::string(level)); };
    if (std::ranges::any_of(column.result->runs, has)) used.push_back(level);
  }
  page.html += "<table class=\"summary\"><thead><tr><th>Format<th>Operation<th>Verdict";
  for (const std::string_view level : used) put(page, "<th>{}", level);
  page.html += "</thead>\n";
  for (const Run& run : column.result->runs) {
    put(page, "<tr><th scope=\"row\" data-is=\"format\">{}<td data-is=\"operation\">{}<td data-is=\"verdict\">{}",
        run.format, run.op, verdict_chip(run.verdict));
    put_quality(page, quality_of(*column.result, run));
    for (const std::string_view level : used) {
      put(page, "<td data-is=\"{}\">", level);
      const auto found = run.counts.find(std::string(level));
      if (found == run.counts.end()) {
        page.html += "<span class=\"nothing\">–</span>";
        continue;
      }
      Count sum;
      count(sum, level, found->second);
      put_count(page, sum);
      put_bar(page, sum);
      put_others(page, sum, run, column, level);
    }
    page.html += "\n";
  }
  page.html += "</table>\n";
}

// Several implementations: a column for each, all levels added up; failures keep the colour of their level.
void put_side_by_side(Markup& page, const Matrix& matrix) {
  std::set<std::pair<std::string_view, std::string_view>> runs;
  for (const Column& column : matrix.columns) {
    for (const Run& run : column.result->runs) runs.insert({run.format, run.op});
  }
  page.html += "<table class=\"summary many\"><thead><tr><th>Format<th>Operation";
  for (const Column& column : matrix.columns)
    put(page, "<th><span class=\"key\">{}</span> {}", column.key, column.label);
  page.html += "</thead>\n";
  for (const auto& [format, op] : runs) {
    put(page, "<tr><th scope=\"row\" data-is=\"format\">{}<td data-is=\"operation\">{}", format, op);
    for (const Column& column : matrix.columns) {
      put(page, "<td data-is=\"{}\">", column.label);
      const auto found = std::ranges::find_if(column.result->runs,
                                              [&](const Run& run) { return run.format == format && run.op == op; });
      if (found == column.result->runs.end()) {
        page.html += "<span class=\"nothing\">not run</span>";
        continue;
      }
      Count sum;
      for (const auto& [level, results] : found->counts) count(sum, level, results);
      put(page, "{}", verdict_chip(found->verdict));
      put_count(page, sum);
      put_bar(page, sum);
      put_others(page, sum, *found, column, "");
      put_quality(page, quality_of(*column.result, *found));
    }
    page.html += "\n";
  }
  page.html += "</table>\n";
}

void put_expectations(Markup& page, const ConformanceResult& result) {
  std::map<std::string_view, std::uint64_t> states;
  for (const VectorResult& vector : result.results) {
    if (vector.expectation) ++states[*vector.expectation];
  }
  if (states.empty()) return;
  page.html += " <span>expectations: ";
  const char* comma = "";
  for (const auto& [state, times] : states) {
    put(page, "{}{} {}", comma, times, state);
    comma = ", ";
  }
  page.html += "</span>";
}

// The corpus and version of a result, shown once if all results share them.
Markup made_with(const ConformanceResult& result) {
  return markup("<span title=\"corpus sha256 {}\">{}, corpus {}</span> <span>hallmark {}</span>", result.corpus_sha256,
                plural(result.corpus_vectors, "vector"), result.corpus_sha256.substr(0, 12), result.hallmark);
}

}  // namespace

void put_implementations(Markup& page, const Matrix& matrix, const Details& details) {
  const Markup first = made_with(*matrix.columns.front().result);
  const bool alike = std::ranges::all_of(
      matrix.columns, [&](const Column& column) { return made_with(*column.result).html == first.html; });
  page.html += "<ul class=\"judged\">\n";
  for (const Column& column : matrix.columns) {
    const ConformanceResult& result = *column.result;
    page.html += "<li>";
    if (matrix.columns.size() > 1) put(page, "<span class=\"key\">{}</span> ", column.key);
    put(page, "<b>{}</b>", column.label);
    // The homepage is untrusted, so it is shown as text and not as a link.
    for (const std::string& word : {result.implementation.language, result.implementation.homepage}) {
      if (!word.empty()) put(page, " <span>{}</span>", shortened(word, 200));
    }
    put_expectations(page, result);
    if (!alike) put(page, " {}", made_with(result));
    if (!details.vectors.empty() && result.corpus_sha256 != details.corpus_sha256) {
      put(page, " {}", chip(Tone::unjudged, "the vectors below are from a different corpus"));
    }
    if (!result.complete) put(page, " {}", chip(Tone::unjudged, "interrupted: the run did not finish"));
    page.html += "</li>\n";
  }
  if (alike) put(page, "<li>{}</li>\n", first);
  page.html += "</ul>\n";
}

void put_summary(Markup& page, const Matrix& matrix) {
  if (matrix.columns.size() == 1) {
    put_levels(page, matrix.columns.front());
  } else {
    put_side_by_side(page, matrix);
  }
}

}  // namespace hallmark::reports::web
