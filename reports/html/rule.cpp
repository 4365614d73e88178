#include "reports/html/rule.hpp"

namespace hallmark::reports::web {

void put_fact(Markup& page, std::string_view name, std::string_view value) {
  if (!value.empty()) put(page, "<div><dt>{}</dt><dd>{}</dd></div>", name, value);
}

void put_rule(Markup& page, std::string_view id, const Details& details) {
  put(page, "<div class=\"rule\"><p><code>{}</code>", id);
  const auto found = details.rules.find(id);
  if (found == details.rules.end()) {
    page.html += "</p></div>\n";
    return;
  }
  const RuleDetail& rule = found->second;
  put(page, " {}</p>", rule.title);
  if (!rule.why.empty()) put(page, "<p class=\"why\">{}</p>", rule.why);
  page.html += "<dl class=\"facts\">";
  put_fact(page, "level", rule.level);
  put_fact(page, "kind", rule.kind);
  put_fact(page, "category", rule.category);
  if (rule.severity != "error") put_fact(page, "severity", rule.severity);
  if (rule.compat) put_fact(page, "compat", "a warning under that profile");
  put_fact(page, "clause", rule.revision.empty() ? rule.clause : rule.clause + ", " + rule.revision);
  page.html += "</dl></div>\n";
}

}  // namespace hallmark::reports::web
