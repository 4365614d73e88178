// SPDX-License-Identifier: Apache-2.0
// The first page: the verdicts, what must be repaired first and why, then what fails, by rule.
#include <algorithm>
#include <map>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

// Bounds that keep the page small however much fails; the formats share them. The page of a format shows everything.
constexpr std::size_t failures_on_page = 50;
constexpr std::size_t differences_on_page = 20;
constexpr std::size_t names_shown = 3;
constexpr std::size_t repairs_of_one = 8;      // of the only implementation
constexpr std::size_t repairs_of_several = 2;  // of each

// What an implementation does wrong, the most urgent first, or what its verdict means if that is nothing.
std::string summary_of(const ConformanceResult& result, std::string_view verdict) {
  std::vector<std::string_view> wrong;
  for (const Deviations& group : deviations_of(result.results)) {
    const std::string_view what = what_of(*group.results.front());
    if (group.tone >= Tone::lenient && std::ranges::find(wrong, what) == wrong.end()) wrong.push_back(what);
  }
  if (!wrong.empty()) return fmt::format("It {}.", fmt::join(wrong, "; it "));
  if (verdict == "conformant") return "It does what the specification demands.";
  if (verdict == "partial") return "It does what the specification demands, as far as that was tested.";
  return "";
}

void put_headline(Markup& page, const Report& report) {
  std::map<std::string_view, std::uint64_t> verdicts;
  for (const auto& [column, worst] : worst_by(&Tally::column, report.tallies)) ++verdicts[worst->verdict];
  if (report.matrix.columns.size() == 1) {
    const std::string_view verdict = verdicts.empty() ? "" : verdicts.begin()->first;
    put(page, "<p class=\"lead\">{}</p>\n", summary_of(*report.matrix.columns.front().result, verdict));
    if (report.withheld > 0) put(page, "<p class=\"dim\">withheld: {}</p>\n", report.withheld);
  } else {
    page.html += "<p class=\"headline\">";
    for (const std::string_view verdict : {"non-conformant", "lenient", "partial", "conformant", "not-tested"}) {
      if (const auto found = verdicts.find(verdict); found != verdicts.end()) {
        put(page, "{} ", chip(tone_of_verdict(verdict), fmt::format("{} {}", found->second, verdict)));
      }
    }
    put(page, "<span class=\"dim\">{}", grouped(report.matrix.rows.size(), "vector"));
    if (report.withheld > 0) put(page, " · withheld: {}", report.withheld);
    page.html += "</span></p>\n";
  }
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

// One line for each format, implementation and operation.
void put_verdicts(Markup& page, const View& view) {
  const Report& report = view.report;
  const bool several = report.matrix.columns.size() > 1;
  page.html += "<table class=\"levels verdicts\"><thead><tr><th>Format</th>";
  if (several) page.html += "<th>Implementation</th>";
  page.html += "<th>Operation</th><th>Verdict, and what it rests on</th></tr></thead><tbody>\n";
  for (const std::string& format : report.formats) {
    for (const std::size_t column : columns_of(report, format)) {
      for (const std::string_view op : report.matrix.ops) {
        const Tally* tally = tally_of(report, format, column, op);
        if (tally == nullptr) continue;
        put(page, "<tr><th scope=\"row\"><a href=\"{}{}\">{}</a></th>", view.root, report.places.format(format),
            format);
        if (several) {
          page.html += "<td data-is=\"by\">";
          put_implementation(page, view, column);
          page.html += "</td>";
        }
        put(page, "<td data-is=\"operation\">{}</td><td data-is=\"verdict\" class=\"sentence\">", op);
        put_tally(page, *tally, several);
        page.html += "</td></tr>\n";
      }
    }
  }
  page.html += "</tbody></table>\n";
}

void put_repair_section(Markup& page, const View& view) {
  const std::vector<Column>& columns = view.report.matrix.columns;
  Markup lists;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    Markup list;
    if (!put_repairs(list, view, column, columns.size() == 1 ? repairs_of_one : repairs_of_several)) continue;
    if (columns.size() > 1) {
      lists.html += "<h3>";
      put_implementation(lists, view, column);
      lists.html += "</h3>\n";
    }
    lists.html += list.html;
  }
  const std::string_view note = lists.html.empty()
                                    ? "Nothing: no requirement is broken."
                                    : "A bar that is full says that a check is missing; a short one, a corner case. A "
                                      "vector is one test input.";
  put(page,
      "<section aria-labelledby=\"repair\">\n<h2 id=\"repair\">What to repair first</h2>\n"
      "<p class=\"dim\">{}</p>\n{}</section>\n",
      note, lists);
}

void put_failures(Markup& page, const View& view, std::string_view format) {
  std::vector<const Group*> failures;
  std::vector<const Group*> differences;
  std::size_t passed = 0;
  for (const Group& group : view.report.groups) {
    if (group.format != format) continue;
    // What the only implementation must repair stands above.
    if (view.report.matrix.columns.size() == 1 && group.tone >= Tone::lenient) continue;
    if (group.failures.empty()) {
      passed += group.tone == Tone::good && !group.rule.empty() ? 1 : 0;
    } else {
      (group.scored() ? failures : differences).push_back(&group);
    }
  }
  const std::size_t formats = view.report.formats.size();
  put(page, "<section>\n<h3>{}</h3>\n", format);
  if (failures.empty() && differences.empty()) page.html += "<p class=\"dim\">Nothing.</p>\n";
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
      {Tone::lenient, "lenient", "accepts what a MUST says data must not be, and refuses or misreads nothing for it"},
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
      "</dl>\n<p>A requirement is a rule of level MUST, or a clause that valid inputs show; one failed vector breaks "
      "it. A "
      "vector is one test input. After a name, 5/12 means that it fails 5 of the 12 vectors that were put to it. A "
      "vector that is not "
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
    put_verdicts(page, view);
    put_repair_section(page, view);
    put_legend(page);
    put(page, "<section aria-labelledby=\"rules\">\n<h2 id=\"rules\">What {} fails, by rule</h2>\n",
        report.matrix.columns.size() == 1 ? "else" : "each implementation");
    for (const std::string& format : report.formats) put_failures(page, view, format);
    page.html += "</section>\n";
  }
  put_validations(page, view);
  put_made_with(page, report);
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
