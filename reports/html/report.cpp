// SPDX-License-Identifier: Apache-2.0
#include "reports/html/report.hpp"

#include <algorithm>

#include "reports/links.hpp"

namespace hallmark::reports::web {
namespace {

// put_who writes the implementations that fail a group, the worst first.
void put_who(Markup& page, const View& view, const Group& group, std::size_t most) {
  const auto sorted = failing(group.shares);
  const std::string at = anchor_of(group);
  const std::size_t shown = std::min(most, sorted.size());
  page.html += "<span class=\"who\">";
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [column, share] = sorted[i];
    put(page, "<a class=\"{}\" href=\"{}{}#{}\">{} <b>{}</b>/{}</a> ", name_of(share.tone), view.root,
        view.report.places.implementation(column), at, view.report.matrix.columns[column].label, share.failed,
        share.put);
  }
  if (shown < sorted.size()) {
    put(page, "<a href=\"{}{}#{}\">and {} more</a>", view.root, view.report.places.format(group.format), at,
        sorted.size() - shown);
  }
  page.html += "</span>";
}

}  // namespace

Frame frame_of(const View& view, std::string title) {
  return {.title = std::move(title),
          .root = view.root,
          .way = {{view.report.name, view.root + view.report.places.first_page()}},
          .script = true};
}

std::vector<std::pair<std::size_t, Share>> failing(const std::map<std::size_t, Share>& shares) {
  std::vector<std::pair<std::size_t, Share>> sorted(shares.begin(), shares.end());
  std::erase_if(sorted, [](const auto& share) { return share.second.failed == 0; });
  std::ranges::stable_sort(sorted, std::greater{},
                           [](const auto& share) { return std::pair(share.second.tone, share.second.failed); });
  return sorted;
}

std::vector<std::size_t> columns_of(const Report& report, std::string_view format) {
  const auto worst = worst_by(&Tally::column, report.tallies, format);
  std::vector<std::size_t> columns;
  for (const auto& [column, tally] : worst) columns.push_back(column);
  std::ranges::stable_sort(columns, [&](std::size_t a, std::size_t b) { return worse(*worst.at(a), *worst.at(b)); });
  return columns;
}

const Tally* tally_of(const Report& report, std::string_view format, std::size_t column, std::string_view op) {
  const auto found = std::ranges::find_if(report.tallies, [&](const Tally& tally) {
    return tally.format == format && tally.column == column && tally.op == op;
  });
  return found == report.tallies.end() ? nullptr : &*found;
}

namespace {

void put_clause(Markup& page, std::string_view clause, const std::string& address) {
  if (clause.empty()) return;
  if (address.empty()) {
    put(page, "<span class=\"clause\">{}</span>", clause);
  } else {
    put(page, "<a class=\"clause\" href=\"{}\" rel=\"noreferrer\">{}</a>", address, clause);
  }
}

}  // namespace

void put_clause(Markup& page, std::string_view clause) { put_clause(page, clause, specification_address(clause)); }

void put_clause(Markup& page, const Rule& rule) { put_clause(page, clause_text(rule), clause_address(rule)); }

void put_clause(Markup& page, const View& view, std::string_view rule, std::string_view clause) {
  const Rule* known = view.report.details.rule(rule);
  known == nullptr ? put_clause(page, clause) : put_clause(page, *known);
}

void put_rule_link(Markup& page, const View& view, std::string_view id) {
  const std::string place = view.report.places.rule(id);
  if (place.empty()) {
    put(page, "<code>{}</code>", id);
  } else {
    put(page, "<a href=\"{}{}\"><code>{}</code></a>", view.root, place, id);
  }
}

void put_title(Markup& page, const View& view, std::string_view id) {
  if (const Rule* rule = view.report.details.rule(id)) put(page, " {}", rule->title);
}

void put_implementation(Markup& page, const View& view, std::size_t column, std::string_view anchor) {
  const std::string& label = view.report.matrix.columns[column].label;
  const std::string place = view.report.places.implementation(column);
  if (place.empty()) {
    put(page, "{}", label);
  } else {
    put(page, "<a href=\"{}{}{}{}\">{}</a>", view.root, place, anchor.empty() ? "" : "#", anchor, label);
  }
}

std::string link_of(const View& view, const Row& row) {
  return fmt::format("{}{}#{}", view.root, view.report.places.theme(row), row.anchor);
}

void put_groups(Markup& page, const View& view, const std::vector<const Group*>& groups, std::size_t most,
                std::size_t names) {
  if (groups.empty()) return;
  page.html += "<ul class=\"groups\">\n";
  const std::size_t shown = std::min(most, groups.size());
  const bool with_anchors = most >= groups.size() && names >= view.report.matrix.columns.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const Group& group = *groups[i];
    put(page, "<li data-find");
    if (with_anchors) put(page, " id=\"{}\"", anchor_of(group));
    put(page, ">{}<span class=\"what\">", chip(group.tone, group.level));
    if (group.rule.empty()) {
      page.html += "<b>valid inputs</b> refused, or read or written wrongly";
    } else {
      put_rule_link(page, view, group.rule);
      put_title(page, view, group.rule);
    }
    put_hazards(page, group.hazards);
    page.html += " ";
    put_clause(page, view, group.rule, group.clause);
    page.html += "</span>";
    put_who(page, view, group, names);
    page.html += "</li>\n";
  }
  if (shown < groups.size()) {
    put(page, "<li class=\"more\"><a href=\"{}{}\">and {} more rules of {}</a></li>\n", view.root,
        view.report.places.format(groups.front()->format), groups.size() - shown, groups.front()->format);
  }
  page.html += "</ul>\n";
}

}  // namespace hallmark::reports::web
