// The addresses of rule pages.
#include "reports/rule_page.hpp"

#include <set>

#include "conformance/examine/all_rules.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using reports::rule_page;
using reports::rule_path;

TEST_CASE("rule pages: every rule has a place of its own") {
  std::set<std::string> places;
  for (const Rule* rule : conformance::all_rules()) {
    INFO(rule->id);
    CHECK(rule_path(rule->id) == "rules/" + std::string(rule->id) + ".html");
    places.insert(rule_path(rule->id));
  }
  CHECK(places.size() ==
        std::set<const Rule*>(conformance::all_rules().begin(), conformance::all_rules().end()).size());
}

TEST_CASE("rule pages: what is no id of a rule has no place") {
  for (const char* id : {"", "f", "/", "f/", "/boolean", "../boolean", "f/..", "f/a/b", "f/a b", "B/a",
                         "f/boolean.html", "f/\"><script>"}) {
    INFO(id);
    CHECK(rule_path(id).empty());
    CHECK_FALSE(rule_page("https://example.org", id));
  }
}

TEST_CASE("rule pages: the address stands under the site, and is absent without one") {
  CHECK_FALSE(rule_page("", "f/boolean"));
  CHECK(rule_page("https://example.org/x", "f/boolean") == "https://example.org/x/rules/f/boolean.html");
  CHECK(rule_page("https://example.org/x//", "f/boolean") == "https://example.org/x/rules/f/boolean.html");
}

}  // namespace
}  // namespace hallmark::report_test
