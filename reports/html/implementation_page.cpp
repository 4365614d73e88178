// SPDX-License-Identifier: Apache-2.0
// The page of an implementation: what it did that it should not have, by rule.
#include <algorithm>
#include <map>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

// Of each rule so many vectors are shown with their answers; the others are links.
constexpr std::size_t cases_shown = 3;
constexpr std::size_t repairs_shown = 20;  // the others follow by rule

// Deviation is a group as far as one implementation is concerned.
struct Deviation {
  const Group* group;
  const Share* share;
  std::vector<const Failure*> failures;  // the most severe first
};

std::vector<Deviation> deviations_of(const Report& report, std::size_t column) {
  std::vector<Deviation> all;
  for (const Group& group : report.groups) {
    const auto share = group.shares.find(column);
    if (share == group.shares.end() || share->second.failed == 0) continue;
    Deviation deviation{&group, &share->second, {}};
    for (const Failure& failure : group.failures) {
      if (failure.column == column) deviation.failures.push_back(&failure);
    }
    const auto tone = [](const Failure* failure) { return tone_of(*failure->answer); };
    std::ranges::stable_sort(deviation.failures, std::ranges::greater{}, tone);
    all.push_back(std::move(deviation));
  }
  std::ranges::stable_sort(all, [](const Deviation& a, const Deviation& b) {
    return a.group->format != b.group->format ? a.group->format < b.group->format : a.share->tone > b.share->tone;
  });
  return all;
}

std::set<std::string> risks_of(const Report& report, const Deviation& deviation) {
  std::set<std::string> names;
  for (const Failure* failure : deviation.failures) {
    const VectorDetail* vector = report.details.vector(failure->row->id);
    if (vector != nullptr && realised(*failure->answer)) names.insert(vector->hazards.begin(), vector->hazards.end());
  }
  return names;
}

// put_causes writes why it fails, and what the maintainers hold of that, where expectations say so.
void put_causes(Markup& page, const Deviation& deviation) {
  std::set<std::pair<std::string_view, std::string_view>> causes;
  for (const Failure* failure : deviation.failures) causes.emplace(failure->answer->cause, failure->answer->position);
  for (const auto& [cause, position] : causes) {
    if (cause.empty()) continue;
    put(page, "<p>{} {}{}</p>\n", Markup{std::string(known_mark)}, shortened(cause, 400),
        position.empty() ? "" : fmt::format(" ({})", position));
  }
}

void put_case(Markup& page, const View& view, const Failure& failure) {
  const VectorDetail* vector = view.report.details.vector(failure.row->id);
  put(page, "<li><div class=\"vector\"><a href=\"{}\">{}</a> <span class=\"dim\">{}</span>",
      link_of(view, *failure.row), failure.row->id, failure.answer->op);
  if (vector != nullptr) put(page, "<p>{}</p>", vector->description);
  page.html += "</div><div><p class=\"dim\">expected: ";
  put_expected(page, *failure.answer, vector);
  page.html += "</p>";
  put_answer(page, *failure.answer);
  page.html += "</div></li>\n";
}

void put_deviation(Markup& page, const View& view, const Deviation& deviation) {
  const Group& group = *deviation.group;
  const std::string_view level = deviation.failures.front()->answer->level;
  put(page, "<section class=\"deviation {}\" id=\"{}\" data-find>\n<h3>{} ", name_of(deviation.share->tone),
      anchor_of(group), chip(deviation.share->tone, level));
  if (group.rule.empty()) {
    page.html += "valid inputs refused, or read or written wrongly";
  } else {
    put_rule_link(page, view, group.rule);
  }
  page.html += "</h3>\n<p>";
  if (const Rule* rule = view.report.details.rule(group.rule)) put(page, "{} ", rule->title);
  put_clause(page, view, group.rule, group.clause);
  put_hazards(page, risks_of(view.report, deviation));
  page.html += "</p>\n";
  put_causes(page, deviation);
  put(page, "<p class=\"dim\">{} of {} failed</p>\n<ul class=\"cases\">\n", deviation.share->failed,
      plural(deviation.share->put, "vector"));
  const std::size_t shown = std::min(cases_shown, deviation.failures.size());
  for (std::size_t i = 0; i < shown; ++i) put_case(page, view, *deviation.failures[i]);
  page.html += "</ul>\n";
  if (shown < deviation.failures.size()) {
    put(page, "<details><summary>{} more</summary><ul class=\"more\">\n", deviation.failures.size() - shown);
    for (std::size_t i = shown; i < deviation.failures.size(); ++i) {
      const Failure& failure = *deviation.failures[i];
      put(page, "<li><a href=\"{}\">{}</a> {} {}</li>\n", link_of(view, *failure.row), failure.row->id,
          failure.answer->op, chip(tone_of(*failure.answer), failure.answer->result));
    }
    page.html += "</ul></details>\n";
  }
  page.html += "</section>\n";
}

void put_about(Markup& page, const ConformanceResult& result) {
  page.html += "<dl class=\"facts\">";
  put_fact(page, "language", shortened(result.implementation.language, 200));
  // The homepage comes from the testee, so it is text and not a link.
  put_fact(page, "homepage", shortened(result.implementation.homepage, 200));
  std::map<std::string_view, std::uint64_t> states;
  for (const VectorResult& vector : result.results) {
    if (vector.expectation) ++states[*vector.expectation];
  }
  for (const auto& [state, times] : states)
    put_fact(page, "deviations", fmt::format("{} {}", times, words_of_expectation(state)));
  if (!result.complete) put_fact(page, "run", "interrupted: what is missing was not tested");
  page.html += "</dl>\n";
}

}  // namespace

void put_implementation_page(Markup& page, const View& view, std::size_t column) {
  const Report& report = view.report;
  const Column& of = report.matrix.columns[column];
  const Frame frame = frame_of(view, of.label);
  put_start(page, frame);
  put(page, "<h1>{}</h1>\n", of.label);
  put_about(page, *of.result);
  std::vector<const Tally*> tallies;
  for (const Tally& tally : report.tallies) {
    if (tally.column == column) tallies.push_back(&tally);
  }
  put_levels(page, view, tallies, true);
  const std::vector<Deviation> deviations = deviations_of(report, column);
  page.html += "<section aria-labelledby=\"repair\">\n<h2 id=\"repair\">What to repair first</h2>\n";
  if (!put_repairs(page, view, column, repairs_shown))
    page.html += "<p class=\"dim\">Nothing: it breaks no requirement.</p>\n";
  page.html += "</section>\n";
  page.html += "<h2 id=\"deviations\">What it does otherwise, by rule</h2>\n";
  put_search(page, "a rule, vector or message");
  std::string_view format;
  for (const Deviation& deviation : deviations) {
    if (deviation.group->format != format) {
      if (!format.empty()) page.html += "</section>\n";
      format = deviation.group->format;
      put(page, "<section data-list>\n<h2>{}</h2>\n", format);
    }
    put_deviation(page, view, deviation);
  }
  if (!deviations.empty()) page.html += "</section>\n";
  if (deviations.empty()) page.html += "<p>No deviation was found.</p>\n";
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
