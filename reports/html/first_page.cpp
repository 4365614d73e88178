// The first page: who is wrong where. Hazards, then a small table for each format, then what fails, by rule.
#include <algorithm>
#include <map>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

// Bounds that keep the page small however much fails; the formats share them. The page of a format shows everything.
constexpr std::size_t failures_on_page = 120;
constexpr std::size_t differences_on_page = 40;
constexpr std::size_t names_shown = 3;
constexpr std::size_t hazard_names_shown = 8;

void put_headline(Markup& page, const Report& report) {
  std::map<std::string_view, std::uint64_t> verdicts;
  for (const auto& [column, worst] : worst_by(&Tally::column, report.tallies)) ++verdicts[worst->verdict];
  page.html += "<p class=\"headline\">";
  for (const std::string_view verdict : {"non-conformant", "partial", "conformant", "not-tested"}) {
    if (const auto found = verdicts.find(verdict); found != verdicts.end()) {
      put(page, "{} ", chip(tone_of_verdict(verdict), fmt::format("{} {}", found->second, verdict)));
    }
  }
  put(page, "<span class=\"dim\">{}", plural(report.matrix.rows.size(), "vector"));
  if (report.withheld > 0) put(page, " · withheld: {}", report.withheld);
  page.html += "</span></p>\n";
  for (const Column& column : report.matrix.columns) {
    if (!report.details.vectors.empty() && column.result->corpus_sha256 != report.details.corpus_sha256) {
      put(page,
          "<p class=\"note\">{} was tested with a different corpus than the one that this report describes.</p>\n",
          column.label);
    }
    if (!column.result->complete) {
      put(page, "<p class=\"note\">The run of {} was interrupted: what is missing was not tested.</p>\n", column.label);
    }
  }
}

using Risks = std::map<std::size_t, Share>;  // what implementations risk, by column

void put_risks(Markup& page, const View& view, std::string_view name, std::string_view meaning, const Risks& risks) {
  if (risks.empty()) return;
  const auto sorted = failing(risks);
  put(page, "<tr><th scope=\"row\">{}</th><td class=\"dim\">{}</td><td class=\"who\">", name, meaning);
  for (std::size_t i = 0; i < sorted.size() && i < hazard_names_shown; ++i) {
    const auto& [column, risk] = sorted[i];
    put(page, "<a class=\"{}\" href=\"{}{}#hazards\">{} <b>{}</b></a> ", name_of(risk.tone), view.root,
        view.report.places.implementation(column), view.report.matrix.columns[column].label, risk.failed);
  }
  if (sorted.size() > hazard_names_shown)
    put(page, "<span class=\"dim\">and {} more</span>", sorted.size() - hazard_names_shown);
  page.html += "</td></tr>\n";
}

void put_hazard_table(Markup& page, const View& view) {
  const Report& report = view.report;
  Risks broken;
  std::array<Risks, hazards.size()> risks;
  const auto add = [](Risks& to, const Failure& failure) {
    Share& risk = to[failure.column];
    risk.tone = std::max(risk.tone, tone_of(failure.answer->level, failure.answer->result));
    ++risk.failed;
  };
  for (const Group& group : report.groups) {
    for (const Failure& failure : group.failures) {
      if (tone_of(failure.answer->level, failure.answer->result) == Tone::breaks) add(broken, failure);
      const VectorDetail* vector = report.details.vector(failure.row->id);
      if (vector == nullptr || !realised(*failure.answer)) continue;
      for (std::size_t i = 0; i < hazards.size(); ++i) {
        if (vector->hazards.contains(std::string(hazards[i].name))) add(risks[i], failure);
      }
    }
  }
  page.html += "<section aria-labelledby=\"hazards\">\n<h2 id=\"hazards\">Hazards</h2>\n";
  const auto none = [](const Risks& of) { return of.empty(); };
  if (broken.empty() && std::ranges::all_of(risks, none)) {
    page.html +=
        "<p class=\"dim\">No vector with a known hazard was failed, and nothing crashed or hung.</p>\n</section>\n";
    return;
  }
  page.html +=
      "<table class=\"hazards\"><thead><tr><th>Hazard</th><th>A reader that fails these vectors …</th>"
      "<th>Implementations, and vectors that they fail</th></tr></thead><tbody>\n";
  put_risks(page, view, "breakdown", "crashes, hangs, or takes more memory than allowed", broken);
  for (std::size_t i = 0; i < hazards.size(); ++i) put_risks(page, view, hazards[i].name, hazards[i].meaning, risks[i]);
  page.html += "</tbody></table>\n</section>\n";
}

void put_card(Markup& page, const View& view, std::string_view format) {
  const Report& report = view.report;
  put(page, "<section class=\"card\">\n<h3><a href=\"{}{}\">{}</a></h3>\n<table><thead><tr><th>Implementation</th>",
      view.root, report.places.format(format), format);
  const auto used = [&](std::string_view op) {
    return std::ranges::any_of(report.tallies,
                               [&](const Tally& tally) { return tally.format == format && tally.op == op; });
  };
  std::vector<std::string_view> ops;
  for (const std::string_view op : report.matrix.ops) {
    if (used(op)) ops.push_back(op);
  }
  for (const std::string_view op : ops) put(page, "<th>{}</th>", op);
  page.html += "</tr></thead><tbody>\n";
  for (const std::size_t column : columns_of(report, format)) {
    page.html += "<tr><th scope=\"row\">";
    put_implementation(page, view, column);
    page.html += "</th>";
    for (const std::string_view op : ops) {
      put(page, "<td data-is=\"{}\">", op);
      if (const Tally* tally = tally_of(report, format, column, op)) put_tally(page, *tally);
      page.html += "</td>";
    }
    page.html += "</tr>\n";
  }
  page.html += "</tbody></table>\n</section>\n";
}

void put_failures(Markup& page, const View& view, std::string_view format) {
  std::vector<const Group*> failures;
  std::vector<const Group*> differences;
  std::size_t passed = 0;
  for (const Group& group : view.report.groups) {
    if (group.format != format) continue;
    if (group.failures.empty()) {
      passed += group.tone == Tone::good && !group.rule.empty() ? 1 : 0;
    } else {
      (group.scored() ? failures : differences).push_back(&group);
    }
  }
  const std::size_t formats = view.report.formats.size();
  put(page, "<section>\n<h3>{}</h3>\n", format);
  if (failures.empty()) page.html += "<p class=\"dim\">No rule of the specification is broken.</p>\n";
  put_groups(page, view, failures, failures_on_page / formats, names_shown);
  if (!differences.empty()) {
    put(page, "<details><summary>{} not scored: the specification is silent, and Hallmark chose otherwise</summary>\n",
        plural(differences.size(), "difference"));
    put_groups(page, view, differences, differences_on_page / formats, names_shown);
    page.html += "</details>\n";
  }
  put(page, "<p class=\"dim\"><a href=\"{}{}\">{} kept by all</a></p>\n</section>\n", view.root,
      view.report.places.format(format) + "#kept", plural(passed, "rule"));
}

std::string title_of(const Report& report) {
  std::string title;
  if (report.matrix.columns.size() == 1) {
    title = "Conformance of " + report.matrix.columns.front().label;
  } else if (!report.matrix.columns.empty()) {
    title = "Conformance of " + plural(report.matrix.columns.size(), "implementation");
  }
  std::uint64_t inputs = 0;
  for (const ValidationReport& validation : report.validations) inputs += validation.inputs.size();
  if (!report.validations.empty()) {
    title += (title.empty() ? "Validation of " : ", validation of ") + plural(inputs, "input");
  }
  return title;
}

void put_legend(Markup& page) {
  struct Line {
    Tone tone;
    std::string_view word;
    std::string_view meaning;
  };
  static constexpr auto lines = std::to_array<Line>({
      {Tone::fails, "MUST", "the specification requires it; an implementation that fails it is non-conformant"},
      {Tone::breaks, "breakdown", "crash, hang, protocol error or memory limit; counts as a failed MUST at any level"},
      {Tone::warns, "SHOULD", "the specification recommends it; a failure is a warning"},
      {Tone::differs, "DECISION, LIMIT", "Hallmark's own choice or bound; a difference never affects the verdict"},
      {Tone::unjudged, "not judged", "the test harness failed, or the vector was not run"},
      {Tone::silent, "unsupported, skipped", "not put to the implementation; never a pass"},
      {Tone::good, "passed", "the answer is as expected"},
  });
  page.html += "<details class=\"legend\"><summary>How to read this</summary>\n<dl>\n";
  for (const Line& line : lines) put(page, "<dt>{}</dt><dd>{}</dd>\n", chip(line.tone, line.word), line.meaning);
  page.html +=
      "</dl>\n<p>Behind a name, 5/12 means that it fails 5 of the 12 vectors that were put to it. A vector that is not "
      "valid must be "
      "rejected; category and offset of a rejection are compared where the implementation reports them, and never "
      "scored.</p>\n"
      "</details>\n";
}

void put_made_with(Markup& page, const Report& report) {
  page.html += "<footer class=\"dim\">";
  const ConformanceResult* last = nullptr;
  for (const Column& column : report.matrix.columns) {
    const ConformanceResult& result = *column.result;
    if (last != nullptr && last->corpus_sha256 == result.corpus_sha256 && last->hallmark == result.hallmark) continue;
    last = &result;
    put(page, "<p>hallmark {}, corpus of {}, sha256 <code>{}</code></p>\n", shortened(result.hallmark, 80),
        plural(result.corpus_vectors, "vector"), shortened(result.corpus_sha256, 80));
  }
  page.html += "</footer>\n";
}

}  // namespace

void put_first_page(Markup& page, const View& view) {
  const Report& report = view.report;
  const std::string title = title_of(report);
  const Frame frame{.title = title, .root = view.root};
  put_start(page, frame);
  put(page, "<h1>{}</h1>\n", title);
  if (!report.matrix.columns.empty()) {
    put_headline(page, report);
    put_hazard_table(page, view);
    page.html += "<section aria-labelledby=\"formats\">\n<h2 id=\"formats\">Formats</h2>\n<div class=\"cards\">\n";
    for (const std::string& format : report.formats) put_card(page, view, format);
    page.html += "</div>\n";
    put_legend(page);
    page.html += "</section>\n<section aria-labelledby=\"rules\">\n<h2 id=\"rules\">What fails, by rule</h2>\n";
    for (const std::string& format : report.formats) put_failures(page, view, format);
    page.html += "</section>\n";
  }
  put_validations(page, view);
  put_made_with(page, report);
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
