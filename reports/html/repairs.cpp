// SPDX-License-Identifier: Apache-2.0
// What must be repaired first in an implementation, and why: one entry for each cause.
#include <algorithm>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

constexpr std::size_t requirements_shown = 3;

// Repair is what one cause breaks, the most urgent first.
using Repair = std::vector<Deviations>;

std::vector<Repair> repairs_of(const Report& report, const ConformanceResult& result) {
  const auto hazard_of = [&](const VectorResult& one) {
    const VectorDetail* vector = report.details.vector(one.id);
    const std::size_t rank = vector == nullptr ? hazards.size() : rank_of(vector->hazards);
    return std::string(rank == hazards.size() ? "" : hazards[rank].name);
  };
  std::vector<Repair> repairs;
  for (Deviations& group : deviations_of(result.results, hazard_of)) {
    if (group.tone < Tone::lenient) continue;
    const auto same = [&](const Repair& other) { return !group.cause.empty() && other.front().cause == group.cause; };
    const auto found = std::ranges::find_if(repairs, same);
    (found == repairs.end() ? repairs.emplace_back() : *found).push_back(std::move(group));
  }
  return repairs;
}

std::string_view word_of(Tone tone) {
  if (tone == Tone::breaks) return "breaks down";
  return tone == Tone::lenient ? "lenient" : "non-conformant";
}

std::string_view words_of(std::string_view position) {
  if (position == "by design") return " By design, say its maintainers.";
  if (position == "accepted") return " Its maintainers accepted the report.";
  return position == "open" ? " Reported, and not answered yet." : "";
}

void put_requirement(Markup& page, const View& view, const Deviations& group) {
  put(page, "<li><span class=\"share\"><progress value=\"{}\" max=\"{}\"></progress>{}</span><span>",
      group.results.size(), group.of, share(group));
  if (group.results.front()->expected.rule) {
    put_rule_link(page, view, group.subject);
    if (!group.cause.empty()) put_title(page, view, group.subject);
  } else {
    page.html += "valid inputs of ";
    put_clause(page, group.subject);
  }
  if (view.report.formats.size() > 1 || view.report.matrix.ops.size() > 1) {
    put(page, " <span class=\"dim\">{} {}</span>", group.format, group.op);
  }
  page.html += "</span></li>\n";
}

// The example is the most urgent vector that the corpus describes.
void put_example(Markup& page, const View& view, const Deviations& group) {
  const VectorResult& one = *group.results.front();
  const VectorDetail* vector = view.report.details.vector(one.id);
  const auto row = std::ranges::find_if(
      view.report.matrix.rows, [&](const Row& other) { return other.id == one.id && other.format == one.format; });
  page.html += "For example: ";
  if (vector != nullptr) put(page, "{} ", vector->description);
  put(page, "<a href=\"{}\">{}</a>", link_of(view, *row), one.id);
  if (const std::string_view values = values_of(one); !values.empty()) put(page, ": {}", shortened(values, 200));
}

void put_repair(Markup& page, const View& view, const Repair& repair) {
  const Deviations& first = repair.front();
  const Rule* rule = view.report.details.rule(first.subject);
  const std::string broken = rule == nullptr ? first.subject : std::string(rule->title);
  put(page, "<li class=\"{}\">{} {}<b>{}</b>\n<p>It {}.", name_of(first.tone), chip(first.tone, word_of(first.tone)),
      Markup{std::ranges::all_of(repair, &Deviations::known) ? std::string(known_mark) + " " : ""},
      first.cause.empty() ? "Broken: " + broken : shortened(first.cause, 400), what_of(*first.results.front()));
  if (const std::size_t rank = reports::rank_of(first.hazard); rank < hazards.size()) {
    put(page, " Such a fault can make a reader {}.", hazards[rank].meaning);
  }
  put(page, "{}</p>\n<ul>\n", words_of(first.position));
  const std::size_t shown = std::min(requirements_shown, repair.size());
  for (std::size_t i = 0; i < shown; ++i) put_requirement(page, view, repair[i]);
  page.html += "</ul>\n<p class=\"dim\">";
  if (shown < repair.size()) put(page, "And {}. ", plural(repair.size() - shown, "more requirement"));
  put_example(page, view, first);
  page.html += "</p>\n</li>\n";
}

}  // namespace

bool put_repairs(Markup& page, const View& view, std::size_t column, std::size_t most) {
  const std::vector<Repair> repairs = repairs_of(view.report, *view.report.matrix.columns[column].result);
  if (repairs.empty()) return false;
  const std::size_t shown = std::min(most, repairs.size());
  page.html += "<ol class=\"repairs\">\n";
  for (std::size_t i = 0; i < shown; ++i) put_repair(page, view, repairs[i]);
  page.html += "</ol>\n";
  if (shown < repairs.size()) {
    put(page, "<p><a href=\"{}{}#deviations\">and {}</a></p>\n", view.root, view.report.places.implementation(column),
        plural(repairs.size() - shown, "more cause"));
  }
  return true;
}

}  // namespace hallmark::reports::web
