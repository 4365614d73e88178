// SPDX-License-Identifier: Apache-2.0
// The page of a format: every implementation tested on it, every rule that fails, the rules that all keep, and the way
// to every vector.
#include <algorithm>
#include <map>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

void put_themes(Markup& page, const View& view, std::string_view format) {
  struct Theme {
    const Row* first = nullptr;
    std::size_t vectors = 0;
    Count count;
  };
  std::map<std::string_view, Theme> themes;
  for (const Row& row : view.report.matrix.rows) {
    if (row.format != format) continue;
    Theme& theme = themes[theme_of(row)];
    if (theme.first == nullptr) theme.first = &row;
    ++theme.vectors;
    for (const VectorResult* answer : row.answers) {
      if (answer != nullptr) ++theme.count.tones[tone_of(*answer)];
    }
  }
  page.html +=
      "<section>\n<h2 id=\"vectors\">Vectors</h2>\n<table class=\"themes\"><thead><tr><th>Theme</th><th>Vectors</th>"
      "<th>Answers of all implementations</th></tr></thead><tbody>\n";
  for (const auto& [name, theme] : themes) {
    put(page, "<tr data-find><th scope=\"row\"><a href=\"{}{}\">{}</a></th><td>{}</td><td>", view.root,
        view.report.places.theme(*theme.first), name.empty() ? format : name, theme.vectors);
    put_counts(page, theme.count, true);
    page.html += "</td></tr>\n";
  }
  page.html += "</tbody></table>\n</section>\n";
}

void put_section(Markup& page, const View& view, std::string_view heading, const std::vector<const Group*>& groups) {
  if (groups.empty()) return;
  put(page, "<section data-list>\n<h2>{}</h2>\n", heading);
  put_groups(page, view, groups, groups.size(), view.report.matrix.columns.size());
  page.html += "</section>\n";
}

void put_kept(Markup& page, const View& view, const std::vector<const Group*>& groups) {
  put(page, "<section>\n<h2 id=\"kept\">Kept by all</h2>\n<details><summary>{}</summary>\n<ul class=\"kept\">\n",
      plural(groups.size(), "rule"));
  for (const Group* group : groups) {
    page.html += "<li data-find>";
    put_rule_link(page, view, group->rule);
    put_title(page, view, group->rule);
    page.html += "</li>\n";
  }
  page.html += "</ul>\n</details>\n</section>\n";
}

}  // namespace

void put_levels(Markup& page, const View& view, const std::vector<const Tally*>& tallies, bool by_format) {
  constexpr std::string_view levels[] = {"MUST", "SHOULD", "DECISION", "LIMIT"};
  std::vector<std::string_view> used;
  for (const std::string_view level : levels) {
    const auto has = [&](const Tally* tally) { return tally->levels.contains(level); };
    if (std::ranges::any_of(tallies, has)) used.push_back(level);
  }
  put(page,
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Results by level\">\n<table "
      "class=\"levels\"><thead><tr><th>{}</th><th>Operation</th><th>Verdict</th>",
      by_format ? "Format" : "Implementation");
  for (const std::string_view level : used) put(page, "<th>{}</th>", level);
  page.html += "</tr></thead><tbody>\n";
  for (const Tally* tally : tallies) {
    page.html += "<tr><th scope=\"row\">";
    if (by_format) {
      put(page, "<a href=\"{}{}\">{}</a>", view.root, view.report.places.format(tally->format), tally->format);
    } else {
      put_implementation(page, view, tally->column);
    }
    put(page, "</th><td data-is=\"operation\">{}</td><td data-is=\"verdict\" class=\"sentence\">{} {}", tally->op,
        chip(tone_of_verdict(tally->verdict), tally->verdict), sentence(tally->verdict, tally->score));
    if (tally->categories > 0) {
      put(page, "<br><span class=\"dim\">category as expected {} of {}</span>", tally->same_category,
          tally->categories);
    }
    if (tally->offsets > 0) {
      put(page, "<br><span class=\"dim\">offset as expected {} of {}</span>", tally->same_offset, tally->offsets);
    }
    page.html += "</td>";
    for (const std::string_view level : used) {
      put(page, "<td data-is=\"{}\">", level);
      if (const auto found = tally->levels.find(level); found != tally->levels.end()) {
        const Count& count = found->second;
        put(page, "<b>{}</b> of {}", count.passed, count.total);
        for (auto other = count.others.rbegin(); other != count.others.rend(); ++other) {
          const auto& [tone, result] = other->first;
          put(page, "<br><span class=\"n {}\">{} {} {}</span>", name_of(tone), look_of(tone).sign, other->second,
              result);
        }
      }
      page.html += "</td>";
    }
    page.html += "</tr>\n";
  }
  page.html += "</tbody></table>\n</div>\n";
}

void put_format_page(Markup& page, const View& view, std::string_view format) {
  const Report& report = view.report;
  const Frame frame = frame_of(view, std::string(format));
  put_start(page, frame);
  put(page, "<h1>{}</h1>\n", format);
  std::vector<const Tally*> tallies;
  for (const std::size_t column : columns_of(report, format)) {
    for (const std::string_view op : report.matrix.ops) {
      if (const Tally* tally = tally_of(report, format, column, op)) tallies.push_back(tally);
    }
  }
  put_levels(page, view, tallies, false);
  put_search(page, "a rule or theme");
  std::vector<const Group*> failures;
  std::vector<const Group*> differences;
  std::vector<const Group*> kept;
  for (const Group& group : report.groups) {
    if (group.format != format) continue;
    if (!group.failures.empty()) {
      (group.scored() ? failures : differences).push_back(&group);
    } else if (group.tone == Tone::good && !group.rule.empty()) {
      kept.push_back(&group);
    }
  }
  put_section(page, view, "Failures", failures);
  put_section(page, view, "Differences, not scored", differences);
  put_kept(page, view, kept);
  put_themes(page, view, format);
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
