// SPDX-License-Identifier: Apache-2.0
// The page of a rule, and the index of all rules.

#include <algorithm>
#include <map>

#include "reports/html/report.hpp"
#include "reports/links.hpp"

namespace hallmark::reports::web {
namespace {

constexpr std::size_t vectors_shown = 100;

// What a level means for an implementation that breaks the rule.
std::string_view meaning_of(Level level) {
  switch (level) {
    case Level::must: return "the specification requires it";
    case Level::should: return "the specification recommends it";
    case Level::decision: return "the specification is silent; Hallmark's own choice, never scored";
    case Level::limit: return "a bound of Hallmark, never scored";
  }
  return "";
}

std::string_view family_of(std::string_view id) { return id.substr(0, id.find('/')); }

// The hazards of the vectors that break the rule.
std::set<std::string> hazards_of(const Details& details, std::string_view id) {
  std::set<std::string> names;
  for (const auto& [vector_id, vector] : details.vectors) {
    if (vector.error && vector.error->rule == id) names.insert(vector.hazards.begin(), vector.hazards.end());
  }
  return names;
}

void put_facts(Markup& page, const View& view, std::string_view id, const Rule& rule) {
  page.html += "<dl class=\"facts\">";
  put_fact(page, "level", markup("<b>{}</b>: {}", to_string(rule.level), meaning_of(rule.level)));
  Markup clause;
  put_clause(clause, rule);
  if (!rule.clause.revision.empty()) put(clause, " <span class=\"dim\">revision {}</span>", rule.clause.revision);
  put_fact(page, "clause", clause);
  put_fact(page, "addressee", to_string(rule.demand.addressee));
  put_fact(page, "kind", to_string(rule.kind));
  put_fact(page, "category", to_string(rule.category));
  put_fact(page, "severity",
           fmt::format("{}{}", to_string(rule.severity), rule.compat ? ", a warning under --profile compat" : ""));
  Markup risks;
  put_hazards(risks, hazards_of(view.report.details, id));
  put_fact(page, "hazards", risks);
  if (const auto address = rule_page(id)) {
    put_fact(page, "address", markup("<a href=\"{0}\">{0}</a>", *address));
  }
  page.html += "</dl>\n";
}

void put_part(Markup& page, std::string_view heading, std::string_view text) {
  if (!text.empty()) put(page, "<h2>{}</h2>\n<p class=\"text\">{}</p>\n", heading, text);
}

void put_smallest(Markup& page, const View& view, std::string_view id) {
  const Details& details = view.report.details;
  if (details.vectors.empty()) return;
  page.html += "<h2>Smallest input that breaks it</h2>\n";
  const auto smallest = details.smallest.find(id);
  const VectorDetail* vector = smallest == details.smallest.end() ? nullptr : details.vector(smallest->second);
  if (vector == nullptr) {
    page.html += "<p class=\"dim\">No golden vector breaks it: tests of the program cover it.</p>\n";
    return;
  }
  const auto& rows = view.report.matrix.rows;
  const auto row = std::ranges::find(rows, std::string_view(smallest->second), &Row::id);
  const std::string place = row == rows.end() ? "" : view.report.places.theme(*row);
  page.html += "<p>";
  if (place.empty()) {
    put(page, "<code>{}</code>", smallest->second);
  } else {
    put(page, "<a href=\"{}\"><code>{}</code></a>", link_of(view, *row), smallest->second);
  }
  put(page, " {}</p>\n", vector->description);
  if (!vector->options.empty()) put(page, "<p class=\"dim\">options <code>{}</code></p>\n", vector->options);
  put_sample(page, *vector);
}

void put_breakers(Markup& page, const View& view, std::string_view id) {
  const Report& report = view.report;
  std::vector<const Group*> groups;
  for (const Group& group : report.groups) {
    if (group.rule == id) groups.push_back(&group);
  }
  if (groups.empty()) return;
  page.html += "<h2>Who breaks it</h2>\n";
  std::map<std::string_view, std::vector<std::size_t>> keep;  // by format
  Markup rows;
  for (const Group* group : groups) {
    for (const auto& [column, share] : group->shares) {
      if (share.failed == 0) {
        if (share.put > 0) keep[group->format].push_back(column);
        continue;
      }
      rows.html += "<tr><th scope=\"row\">";
      put_implementation(rows, view, column, anchor_of(*group));
      put(rows, "</th><td>{}</td><td>{} of {}</td><td>", group->format, share.failed, share.put);
      std::map<std::pair<Tone, std::string_view>, std::uint64_t> results;
      for (const Failure& failure : group->failures) {
        if (failure.column != column) continue;
        ++results[{tone_of(*failure.answer), failure.answer->result}];
      }
      for (auto result = results.rbegin(); result != results.rend(); ++result) {
        put(rows, "{} ", chip(result->first.first, fmt::format("{} {}", result->second, result->first.second)));
      }
      rows.html += "</td></tr>\n";
    }
  }
  if (rows.html.empty()) {
    page.html += "<p>No implementation of this report.</p>\n";
  } else {
    put(page,
        "<table class=\"breakers\"><thead><tr><th>Implementation</th><th>Format</th><th>Failed</th><th>What it "
        "did</th></tr></thead><tbody>\n{}</tbody></table>\n",
        rows);
  }
  for (const auto& [format, columns] : keep) {
    put(page, "<p class=\"dim\">Kept in {} by", format);
    const char* comma = "";
    for (const std::size_t column : columns) {
      put(page, "{} ", Markup{comma});
      put_implementation(page, view, column);
      comma = ",";
    }
    page.html += "</p>\n";
  }
}

void put_vectors(Markup& page, const View& view, std::string_view id) {
  std::vector<const Row*> rows;
  for (const Row& row : view.report.matrix.rows) {
    if (row.first->expected.rule == id && !view.report.places.theme(row).empty()) rows.push_back(&row);
  }
  if (rows.empty()) return;
  put(page, "<details><summary>{} that break it</summary>\n<ul class=\"more\">\n", plural(rows.size(), "vector"));
  for (std::size_t i = 0; i < rows.size() && i < vectors_shown; ++i) {
    put(page, "<li><a href=\"{}\">{}</a></li>\n", link_of(view, *rows[i]), rows[i]->id);
  }
  if (rows.size() > vectors_shown) put(page, "<li>and {} more</li>\n", rows.size() - vectors_shown);
  page.html += "</ul>\n</details>\n";
}

}  // namespace

void put_rule_page(Markup& page, const View& view, std::string_view id) {
  const std::string_view family = family_of(id);
  Frame frame = frame_of(view, std::string(id));
  frame.script = false;
  put_start(page, frame);
  put(page, "<h1 class=\"rule-id\"><span class=\"dim\">{}/</span>{}</h1>\n", family, id.substr(family.size() + 1));
  if (const Rule* rule = view.report.details.rule(id)) {
    put(page, "<p class=\"lead\">{}</p>\n", rule->title);
    put_facts(page, view, id, *rule);
    put_part(page, "What the specification says", rule->demand.text);
    put_part(page, "Why", rule->why);
    put_part(page, "What to do", rule->fix);
    put_part(page, "What could be written instead", rule->repair);
  }
  put_smallest(page, view, id);
  put_breakers(page, view, id);
  put_vectors(page, view, id);
  put_end(page, frame);
}

void put_rule_index(Markup& page, const View& view) {
  const Report& report = view.report;
  const Frame frame{.title = "Rules", .root = view.root, .script = true};
  put_start(page, frame);
  std::map<std::string_view, std::vector<std::string_view>> families;
  for (const std::string& id : report.places.rules()) families[family_of(id)].push_back(id);
  put(page, "<h1>{}</h1>\n<p class=\"dim\">What each format demands, whose demand it is, and what to do about it.",
      plural(report.places.rules().size(), "rule"));
  if (!report.matrix.columns.empty()) {
    put(page, " With the results of {}.", plural(report.matrix.columns.size(), "implementation"));
  }
  if (report.withheld > 0) put(page, " Withheld: {}.", report.withheld);
  page.html += "</p>\n<nav class=\"families\" aria-label=\"Families\">";
  for (const auto& [family, ids] : families) put(page, "<a href=\"#{0}\">{0}</a> ", family);
  page.html += "</nav>\n";
  put_search(page, "a rule");
  std::map<std::string_view, std::size_t> broken;
  for (const Group& group : report.groups) broken[group.rule] = std::max(broken[group.rule], group.failing);
  for (const auto& [family, ids] : families) {
    put(page, "<section data-list>\n<h2 id=\"{0}\">{0} <span class=\"dim\">{1}</span></h2>\n<ul class=\"rules\">\n",
        family, ids.size());
    for (const std::string_view id : ids) {
      const Rule& rule = *report.details.rule(id);
      put(page,
          "<li data-find><a href=\"{}{}\"><code>{}</code></a> <span class=\"level\">{}</span> <span "
          "class=\"what\">{}</span> ",
          view.root, report.places.rule(id), id, to_string(rule.level), rule.title);
      put_clause(page, rule);
      if (const auto by = broken.find(id); by != broken.end() && by->second > 0) {
        put(page, " <span class=\"dim\">broken by {}</span>", by->second);
      }
      page.html += "</li>\n";
    }
    page.html += "</ul>\n</section>\n";
  }
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
