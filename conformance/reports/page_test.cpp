// SPDX-License-Identifier: Apache-2.0
// The HTML page: untrusted text is escaped, nothing is fetched, output is reproducible.
#include <regex>
#include <set>

#include "conformance/model/model.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/score.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::report_test {
namespace {

Pages report_with(const std::string& text) {
  return pages_of({sample_result(text), sample_result(text)}, sample_details(text), {sample_validation(text)});
}

// Every page of a report and of a site whose fields all hold a text, in the order in which they are written.
std::vector<reports::Page> pages_with(const std::string& text) {
  std::vector<reports::Page> pages;
  const reports::PageSink keep = [&](const reports::Page& page) { pages.push_back(page); };
  const reports::Details details = sample_details(text);
  const std::vector<reports::ConformanceResult> results = {sample_result(text), sample_result(text)};
  reports::report_pages(results, {sample_validation(text)}, details, {}, keep);
  reports::site_pages(results, details, keep);
  return pages;
}

bool is_html(std::string_view path) { return path.ends_with(".html"); }

// skeleton returns the names of elements and attributes of a page, without text and values.
std::string skeleton(const std::string& page) {
  static const std::regex verbatim("<(style|script|title)>[\\s\\S]*?</\\1");  // elements whose text is no markup
  static const std::regex tag("<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>");
  static const std::regex value("\"[^\"]*\"|'[^']*'");
  const std::string markup = std::regex_replace(page, verbatim, "<$1></$1");
  std::string out;
  for (std::sregex_iterator at(markup.begin(), markup.end(), tag), end; at != end; ++at) {
    out += std::regex_replace(at->str(), value, "") + '\n';
  }
  return out;
}

std::vector<std::string> skeletons(const std::vector<reports::Page>& pages) {
  std::vector<std::string> all;
  for (const reports::Page& page : pages) all.push_back(skeleton(page.text));
  return all;
}

TEST_CASE("html: hostile text adds no element and no attribute to any page, wherever it stands") {
  const std::vector<reports::Page> plain = pages_with("calm");
  const std::vector<std::string> calm = skeletons(plain);
  CHECK(calm.size() == 11);  // 8 of the report, 3 of the site
  const char* hostile[] = {
      "<script>alert(1)</script>",
      "\"><img src=x onerror=alert(1)>",
      "' onmouseover='alert(1)",
      "\" autofocus onfocus=\"alert(1)",
      "</title></style></script><svg onload=alert(1)>",
      "</pre></details><!-- ",
      "]]><![CDATA[ & &lt; &#60;script&#62;",
      "javascript:alert(1)",
      "{} {0} %s %n",
      "../../../etc/passwd",
  };
  for (const char* text : hostile) {
    INFO(text);
    const std::vector<reports::Page> pages = pages_with(text);
    const std::vector<std::string> skeletons_of = skeletons(pages);
    REQUIRE(skeletons_of.size() == calm.size());
    for (std::size_t i = 0; i < calm.size(); ++i) {
      INFO(plain[i].path);
      // What can have no page of its own, such as a rule of this name, is text in both.
      CHECK(skeletons_of[i] == calm[i]);
      CHECK(pages[i].path.find("..") == std::string::npos);
    }
  }
}

TEST_CASE("html: control characters, marks that reorder lines and bytes that are no UTF-8 are shown, not sent") {
  const std::string text = all(report_with(std::string("a\x1b[31m\x07 \xe2\x80\xae b \xff c") + '\0' + "d"));
  for (const std::string_view raw :
       {std::string_view("\x1b"), std::string_view("\x07"), std::string_view("\xe2\x80\xae"), std::string_view("\xff"),
        std::string_view("\0", 1)}) {
    CHECK(count_of(text, raw) == 0);
  }
  CHECK(count_of(text, "a\\x1b[31m\\x07 \\xe2\\x80\\xae b \\xff c\\x00d") > 20);
}

// Where a link of a page leads to, in the folder of the report; "" if out of it.
std::string target_of(const std::string& page, std::string link) {
  if (link.starts_with('#')) return page + link;
  std::string folder = page.substr(0, page.rfind('/') + 1);
  while (link.starts_with("../")) {
    if (folder.empty()) return "";
    folder.erase(folder.rfind('/', folder.size() - 2) + 1);
    link.erase(0, 3);
  }
  return folder + link;
}

// Checks that each link of each page leads to a page of the folder and to an anchor on it, or to a specification.
void check_links(const Pages& pages) {
  std::set<std::string> targets;
  for (const auto& [path, text] : pages) {
    targets.insert(path);
    std::set<std::string> anchors;
    for (const std::string& id : between(text, " id=\"", "\"")) {
      INFO(path << " " << id);
      CHECK(anchors.insert(id).second);
      targets.insert(path + "#" + id);
    }
  }
  for (const auto& [path, text] : pages) {
    for (const std::string& link : between(text, "href=\"", "\"")) {
      if (link == "data:,") continue;  // no icon
      INFO(path << " " << link);
      if (link.starts_with("https://")) {
        CHECK(count_of(text, "<a class=\"clause\" href=\"" + link + "\"") > 0);
      } else {
        CHECK(targets.contains(target_of(path, link)));
      }
    }
  }
}

TEST_CASE("html: every link leads to a page and an anchor of the folder, whatever a testee calls itself") {
  for (const char* text : {"calm", "javascript:alert(1)", "//example.org", "../x", "a/b/c", "", "CON", "\xff"}) {
    INFO(text);
    check_links(report_with(text));
    check_links(site_of({sample_result(text)}, sample_details(text)));
  }
}

TEST_CASE("html: implementations whose names differ in case only have pages of their own") {
  std::vector<reports::ConformanceResult> results;
  for (const char* name : {"Calm", "calm", "CALM", "calm?", "calm!"}) results.push_back(sample_result(name));
  for (reports::ConformanceResult& result : results) {
    for (reports::VectorResult& vector : result.results) vector.format = "f";
  }
  const Pages pages = pages_of(results, {});
  std::set<std::string> names;
  for (const auto& [path, text] : pages) {
    if (path.starts_with("implementations/")) names.insert(path);
  }
  CHECK(names.size() == 5);
  check_links(pages);
}

TEST_CASE("html: a page fetches nothing but the style sheet of its folder") {
  for (const reports::Page& page : pages_with("calm")) {
    INFO(page.path);
    for (const char* fetch : {" src=", "@import", "url(", "<img", "<iframe", "http:", "fetch(", "XMLHttpRequest"}) {
      INFO(fetch);
      CHECK(count_of(page.text, fetch) == 0);
    }
    if (!is_html(page.path)) continue;
    CHECK(count_of(page.text, "default-src 'none'") == 1);
    CHECK(count_of(page.text, " style=") == 0);
    const auto sheets = between(page.text, "<link rel=\"stylesheet\" href=\"", "\"");
    REQUIRE(sheets.size() == 1);
    CHECK(target_of(page.path, sheets.front()) == "style.css");
  }
}

TEST_CASE("html: the policy of a page allows one script and no other") {
  std::size_t with_script = 0;
  for (const reports::Page& page : pages_with("calm")) {
    if (!is_html(page.path)) continue;
    INFO(page.path);
    const auto scripts = between(page.text, "<script>", "</script>");
    with_script += scripts.size();
    for (const std::string& script : scripts) {
      std::vector<std::byte> digest;
      const std::string hexadecimal = conformance::sha256_hex(as_bytes(script));
      for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2) {
        digest.push_back(static_cast<std::byte>(std::stoul(hexadecimal.substr(i, 2), nullptr, 16)));
      }
      CHECK(between(page.text, "script-src ", ";") ==
            std::vector<std::string>{"'sha256-" + conformance::to_base64(digest) + "'"});
    }
  }
  CHECK(with_script == 6);
}

TEST_CASE("html: a result that lists a vector twice is refused by name, before any page is written") {
  reports::ConformanceResult result = sample_result("calm");
  result.results.push_back(result.results.front());
  Pages pages;
  CHECK_THROWS_WITH(reports::report_pages({result}, {}, {}, {}, into(pages)),
                    "result of calm calm: decode calm/1 is listed twice");
  CHECK(pages.empty());
}

TEST_CASE("html: an id that two formats claim has an anchor in each") {
  reports::ConformanceResult result = sample_result("calm");
  result.results[1].id = result.results[0].id;
  result.results[1].format = "other";
  const Pages pages = pages_of({result}, {});
  CHECK(count_of(pages.at("vectors/calm/vectors.html"), " id=\"calm/1\"") == 1);
  CHECK(count_of(pages.at("vectors/other/calm.html"), " id=\"other~.calm/1\"") == 1);
}

TEST_CASE("html: names of files are safe, and short") {
  const std::pair<std::string, std::string> rows[] = {
      {"pymongo 4.20.0", "pymongo-4.20.0"},
      {"A_b", "a_b"},
      {"..", "unnamed"},
      {"../x", "x"},
      {"a/../b", "a-b"},
      {"", "unnamed"},
      {"a  b", "a-b"},
      {"é", "unnamed"},
      {".git", "git"},
      {"x.", "x"},
      {std::string(300, 'a'), std::string(60, 'a')},
  };
  for (const auto& [text, name] : rows) CHECK(reports::web::file_name(text) == name);
}

TEST_CASE("html: anchors are distinct and need no escaping") {
  const std::pair<const char*, const char*> rows[] = {
      {"f/a-b.c_d", "f/a-b.c_d"}, {"a b", "a~20b"}, {"a~20b", "a~7e20b"},
      {"\"><x", "~22~3e~3cx"},    {"é", "~c3~a9"},  {"", ""},
  };
  for (const auto& [id, name] : rows) CHECK(reports::web::anchor(id) == name);
}

TEST_CASE("html: long text keeps its start and end, and no half character") {
  using reports::web::shortened;
  CHECK(shortened("12345678", 8) == "12345678");
  CHECK(shortened("123456789", 8) == "123456 … 1 byte left out … 89");
  CHECK(shortened("ééééé", 8) == "ééé … 2 bytes left out … é");
}

TEST_CASE("html: a testee that talks without end does not fill the pages") {
  const std::string endless(1 << 20, 'x');
  reports::ConformanceResult result = sample_result("calm");
  result.implementation = {.name = endless, .version = endless, .language = endless, .homepage = endless};
  result.results[0].actual.category = endless;
  result.results[0].actual.message = endless;
  result.results[0].standard_error = endless;
  CHECK(all(pages_of({result}, {})).size() < all(pages_of({sample_result("calm")}, {})).size() + 32768);
}

TEST_CASE("html: verdicts without values, and validations that were interrupted, say so") {
  using reports::Json;
  reports::ConformanceResult result = sample_result("calm");
  reports::ValidationReport validation = sample_validation("calm");
  const auto says = [&](const char* words) {
    return all(pages_of({result}, {}, {validation})).find(words) != std::string::npos;
  };
  CHECK_FALSE(says("verdicts only"));
  CHECK_FALSE(says("Interrupted"));
  result.implementation.capabilities = Json::array(
      {{{"format", "calm"}, {"ops", Json::array({"decode"})}, {"features", Json::array({"verdict-only"})}}});
  CHECK(says("verdicts only"));
  validation.complete = false;
  CHECK(says("Interrupted"));
}

TEST_CASE("html: what a result looks like follows from its level") {
  using reports::Tone;
  struct Row {
    const char* level;
    const char* result;
    Tone tone;
  };
  const Row rows[] = {
      {"MUST", "pass", Tone::good},
      {"LIMIT", "pass", Tone::good},
      {"MUST", "unsupported", Tone::silent},
      {"MUST", "skipped", Tone::silent},
      {"MUST", "accepted-invalid", Tone::fails},
      {"MUST", "wrong-bytes", Tone::fails},
      {"SHOULD", "accepted-invalid", Tone::warns},
      {"DECISION", "other-bytes", Tone::differs},
      {"DECISION", "rejected-valid", Tone::differs},
      {"LIMIT", "wrong-value", Tone::differs},
      {"LIMIT", "crash", Tone::breaks},
      {"DECISION", "hang", Tone::breaks},
      {"SHOULD", "over-budget", Tone::breaks},
      {"SHOULD", "protocol-error", Tone::breaks},
      {"MUST", "harness-error", Tone::unjudged},
      {"MUST", "not-run", Tone::unjudged},
      {"MUST", "of a later version", Tone::unjudged},
  };
  for (const Row& row : rows) {
    INFO(row.level << " " << row.result);
    CHECK(reports::tone_of(vector_result("f/1", row.level, row.result, "f/rule")) == row.tone);
  }
}

TEST_CASE("html: implementations that gave the same answer share an entry, others have their own") {
  reports::ConformanceResult a = sample_result("calm");
  reports::ConformanceResult b = a;
  a.results[0].standard_error = "a says";
  b.results[0].standard_error = "b says";
  const std::string page = pages_of({a, b}, {}).at("vectors/calm/vectors.html");
  const auto answers = between(page, "<div class=\"from\"><b>decode</b>", "</div>");
  REQUIRE(answers.size() == 4);
  CHECK(count_of(answers[0], ">calm calm</a>") == 1);
  CHECK(count_of(answers[1], ">calm calm #2</a>") == 1);
  CHECK(count_of(answers[2], "</a>") == 2);
  CHECK(count_of(answers[3], "</a>") == 2);
}

TEST_CASE("html: an interrupted run and a corpus of another hash say so on the first page") {
  const auto first = [](const reports::ConformanceResult& result, const reports::Details& details) {
    return pages_of({result}, details).at("index.html");
  };
  reports::ConformanceResult result = sample_result("calm");
  const reports::Details same = sample_details("calm");
  reports::Details other = same;
  other.corpus_sha256 = "another";
  CHECK(count_of(first(result, same), "interrupted") == 0);
  CHECK(count_of(first(result, same), "a different corpus") == 0);
  CHECK(count_of(first(result, other), "a different corpus") == 1);
  result.complete = false;
  CHECK(count_of(first(result, same), "interrupted") == 1);
}

// A result of vectors named after their rules, each with a level and a result.
struct Answered {
  const char* rule;
  const char* level;
  const char* result;
};

reports::ConformanceResult result_of(const std::string& name, const std::vector<Answered>& answers) {
  reports::ConformanceResult result;
  result.implementation.name = name;
  for (const Answered& answered : answers) {
    const std::string rule = answered.rule;
    result.results.push_back(vector_result("f/theme/" + rule, answered.level, answered.result, "f/" + rule));
    result.results.back().standard_error = "said";
  }
  return result;
}

reports::Details details_with_hazards(const std::map<std::string, std::string>& hazards) {
  reports::Details details;
  for (const auto& [rule, hazard] : hazards) details.vectors["f/theme/" + rule].hazards = {hazard};
  return details;
}

TEST_CASE("html: the worst rule comes first: breakdowns, MUST by hazard and by how many fail, SHOULD") {
  const reports::ConformanceResult one = result_of("one", {{"decided", "DECISION", "accepted-invalid"},
                                                           {"should", "SHOULD", "accepted-invalid"},
                                                           {"alone", "MUST", "accepted-invalid"},
                                                           {"both", "MUST", "accepted-invalid"},
                                                           {"smuggled", "MUST", "accepted-invalid"},
                                                           {"overrun", "MUST", "accepted-invalid"},
                                                           {"crash", "LIMIT", "crash"},
                                                           {"kept", "MUST", "pass"}});
  const reports::ConformanceResult two = result_of("two", {{"both", "MUST", "accepted-invalid"}});
  const reports::Details details = details_with_hazards({{"smuggled", "smuggling"}, {"overrun", "memory"}});
  const Pages pages = pages_of({one, two}, details);
  std::vector<std::string> rules;
  for (const std::string& rule : between(pages.at("formats/f.html"), "<span class=\"what\"><code>", "</code>")) {
    rules.push_back(rule);
  }
  CHECK(rules ==
        std::vector<std::string>{"f/crash", "f/overrun", "f/smuggled", "f/both", "f/alone", "f/should", "f/decided"});
  const std::string& first = pages.at("index.html");
  CHECK(count_of(first, "1 difference not scored") == 1);
  CHECK(count_of(first, "1 rule kept by all") == 1);
  CHECK(first.find("can make a reader read or write") < first.find("can make a reader see other content"));
  CHECK(count_of(first, "and 3 more causes") == 1);  // of the first implementation two are shown
}

TEST_CASE("html: the first page says what to repair first, one entry for each cause") {
  reports::ConformanceResult one = result_of("one", {{"corner", "MUST", "accepted-invalid"},
                                                     {"missing", "MUST", "accepted-invalid"},
                                                     {"hazard", "MUST", "accepted-invalid"},
                                                     {"duty", "MUST", "accepted-invalid"},
                                                     {"crash", "DECISION", "crash"},
                                                     {"should", "SHOULD", "accepted-invalid"}});
  for (reports::VectorResult& vector : one.results) vector.addressee = "data";
  one.results[3].addressee = "reader";
  one.results.push_back(vector_result("f/theme/kept", "MUST", "pass", "f/corner"));
  for (const std::size_t i : {0U, 2U}) {
    one.results[i].cause = "the same <cause>";
    one.results[i].position = "by design";
  }
  const std::string page = pages_of({one}, details_with_hazards({{"hazard", "smuggling"}})).at("index.html");
  CHECK(between(page, "</span><span><code>", "</code>") ==
        std::vector<std::string>{"f/crash", "f/duty", "f/hazard", "f/corner", "f/missing"});
  CHECK(count_of(page, "<b>the same &lt;cause&gt;</b>") == 1);
  CHECK(count_of(page, "By design, say its maintainers.") == 1);
  CHECK(count_of(page, "<progress value=\"1\" max=\"2\"></progress>1 of 2 vectors") == 1);  // a corner case
  CHECK(count_of(page, "1 of 1 vector") == 4);
}

TEST_CASE("html: what an expectation explains is marked as known, with its reason") {
  reports::ConformanceResult one =
      result_of("one", {{"a", "MUST", "accepted-invalid"}, {"b", "MUST", "accepted-invalid"}});
  one.results[0].expectation = "met";
  one.results[0].cause = "It does not look.";
  one.results[1].expectation = "unexpected-fail";
  one.runs = conformance::tally(one.results);
  const Pages pages = pages_of({one}, {});
  const std::string mark = "<span class=\"expectation\">known</span> ";
  CHECK(count_of(pages.at("index.html"), mark + "<b>It does not look.</b>") == 1);
  CHECK(count_of(pages.at("index.html"), mark) == 1);
  CHECK(count_of(pages.at("index.html"), "1 of 2 failures known") == 1);
  const std::string& page = pages.at("implementations/one.html");
  CHECK(count_of(page, "<p>" + mark + "It does not look.</p>") == 1);
  CHECK(count_of(page, "<span class=\"expectation met\">known</span>") == 1);
  CHECK(count_of(page, "<span class=\"expectation unexpected-fail\">not expected</span>") == 1);
}

TEST_CASE("html: the first page shows both values where another one was read") {
  reports::ConformanceResult one = result_of("one", {{"a", "MUST", "wrong-value"}});
  one.results[0].actual.message = "value.n is -1, expected <255>";
  const std::string page = pages_of({one}, {}).at("index.html");
  CHECK(count_of(page, "</a>: value.n is -1, expected &lt;255&gt;</p>") == 1);
}

TEST_CASE("html: only a reader that takes what it should not have is in danger") {
  const std::map<std::string, std::string> hazards = {{"a", "memory"}};
  const auto dangers = [&](const char* result) {
    return count_of(pages_of({result_of("x", {{"a", "MUST", result}})}, details_with_hazards(hazards)).at("index.html"),
                    "Such a fault can make a reader read or write outside its memory.");
  };
  for (const char* result : {"accepted-invalid", "wrong-value", "crash", "hang", "over-budget"})
    CHECK(dangers(result) == 1);
  for (const char* result : {"pass", "rejected-valid", "unsupported", "skipped", "not-run", "other-bytes"}) {
    CHECK(dangers(result) == 0);
  }
  // What is not scored is no fault of its reader, on whatever page it stands.
  const auto marks = [&](const char* level) {
    const Pages pages = pages_of({result_of("x", {{"a", level, "accepted-invalid"}})}, details_with_hazards(hazards));
    return count_of(pages.at("formats/f.html") + pages.at("implementations/x.html"), "class=\"hazard\"");
  };
  CHECK(marks("MUST") == 2);
  CHECK(marks("SHOULD") == 0);
  CHECK(marks("DECISION") == 0);
}

TEST_CASE("html: published pages withhold what may be a security problem, standard error and folders") {
  reports::ConformanceResult result = result_of("x", {{"a", "MUST", "accepted-invalid"},
                                                      {"b", "MUST", "accepted-invalid"},
                                                      {"c", "MUST", "accepted-invalid"},
                                                      {"d", "MUST", "crash"},
                                                      {"e", "MUST", "hang"},
                                                      {"g", "MUST", "over-budget"},
                                                      {"h", "MUST", "pass"},
                                                      {"i", "MUST", "accepted-invalid"}});
  result.runs = conformance::tally(result.results);
  // The last one is not in the corpus: nobody knows whether it is harmless.
  const reports::Details details = details_with_hazards(
      {{"a", "memory"}, {"b", "resources"}, {"c", "smuggling"}, {"d", ""}, {"e", ""}, {"g", ""}, {"h", "memory"}});
  reports::ValidationReport validation = sample_validation("calm");
  validation.inputs[0].path = "home/someone/x.data";
  const std::string open = all(pages_of({result}, details, {validation}));
  const std::string published = all(pages_of({result}, details, {validation}, {.published = true}));
  CHECK(count_of(open, "withheld") == 0);
  CHECK(count_of(published, "withheld: 6") == 1);
  CHECK(count_of(published, "breaks 7 of 8 requirements, 7 causes (7 of 8 vectors)") == 3);  // all count all the same
  for (const char* id : {"f/theme/a", "f/theme/b", "f/theme/d", "f/theme/e", "f/theme/g", "f/theme/i"}) {
    INFO(id);
    CHECK(count_of(open, id) > 0);
    CHECK(count_of(published, id) == 0);
  }
  for (const char* id : {"f/theme/c", "f/theme/h", "x.data"}) CHECK(count_of(published, id) > 0);
  for (const char* text : {"standard error", "someone"}) {
    CHECK(count_of(open, text) > 0);
    CHECK(count_of(published, text) == 0);
  }
}

TEST_CASE("html: the page of a rule says who breaks it, in a site without what must be withheld") {
  reports::Details details = details_with_hazards({{"a", "memory"}, {"b", "corruption"}});
  for (const char* id : {"f/a", "f/b", "f/c"}) details.rules[id] = sample_rule("calm");
  const reports::ConformanceResult bad =
      result_of("bad", {{"a", "MUST", "accepted-invalid"}, {"b", "MUST", "accepted-invalid"}});
  const reports::ConformanceResult good = result_of("good", {{"a", "MUST", "pass"}, {"b", "MUST", "pass"}});
  const Pages site = site_of({bad, good}, details);
  CHECK(site.size() == 5);  // three rules, the index, the style
  CHECK(count_of(site.at("rules/f/a.html"), "bad") == 0);
  CHECK(count_of(site.at("rules/f/b.html"), "<th scope=\"row\">bad</th>") == 1);
  CHECK(count_of(site.at("rules/f/b.html"), "Kept in f by good") == 1);
  CHECK(count_of(site.at("rules/f/c.html"), "Who breaks it") == 0);
  CHECK(count_of(site.at("index.html"), "Withheld: 1.") == 1);
  CHECK(count_of(site.at("index.html"), "<li data-find>") == 3);
  const Pages report = pages_of({bad, good}, details);
  CHECK(count_of(report.at("rules/f/a.html"), "implementations/bad.html#f/f/a") == 1);
  CHECK_FALSE(report.contains("rules/f/c.html"));  // it does not occur
}

TEST_CASE("html: many inputs are spread over pages, the invalid ones first") {
  reports::ValidationReport validation = sample_validation("calm");
  validation.inputs.resize(1);
  for (int i = 0; i < 450; ++i) {
    validation.inputs.push_back({.path = fmt::format("good-{:03}", i), .format = "f", .size = 1, .diagnostics = {}});
  }
  std::swap(validation.inputs.front(), validation.inputs.back());
  const Pages pages = pages_of({}, sample_details("calm"), {validation});
  CHECK(pages.contains("inputs/3.html"));
  CHECK_FALSE(pages.contains("inputs/4.html"));
  CHECK(count_of(pages.at("inputs/1.html"), " id=\"1/calm\"") == 1);
  CHECK(count_of(all(pages), "data-find open") == 1);
  CHECK(count_of(pages.at("inputs/1.html"), "<nav class=\"pages\"") == 1);
  CHECK(count_of(all(pages_of({}, sample_details("calm"), {sample_validation("calm")})), "<nav class=\"pages\"") == 0);
  CHECK(pages.at("index.html").size() < 32768);
  check_links(pages);
}

using reports::OffenceDetail;
using reports::SegmentDetail;
using reports::VectorDetail;

OffenceDetail at(std::uint64_t offset, std::uint64_t length) {
  return {.rule = "x/y", .offset = offset, .length = length, .path = "", .message = "wrong"};
}

TEST_CASE("annotated bytes: offending bytes are marked, missing ones where they are missed") {
  struct Row {
    const char* what;
    std::vector<SegmentDetail> segments;
    std::optional<OffenceDetail> error;
    std::vector<OffenceDetail> warnings;
    std::vector<std::string> lines;
  };
  const std::vector<SegmentDetail> two = {{.bytes = "\x01\x02", .text = "a"}, {.bytes = "\x03\x04\x05", .text = "b"}};
  const std::vector<SegmentDetail> long_run = {{.bytes = "\xaa\xbb", .text = "run", .repeat = 500}};
  const Row rows[] = {
      {"nothing wrong", two, {}, {}, {"01 02", "03 04 05"}},
      {"first byte", two, at(0, 1), {}, {"[01] 02", "03 04 05"}},
      {"last byte", two, at(4, 1), {}, {"01 02", "03 04 [05]"}},
      {"two together", two, at(2, 2), {}, {"01 02", "[03 04] 05"}},
      {"over the border of two segments", two, at(1, 2), {}, {"01 [02]", "[03] 04 05"}},
      {"everything", two, at(0, 5), {}, {"[01 02]", "[03 04 05]"}},
      {"more than there is", two, at(4, UINT64_MAX), {}, {"01 02", "03 04 [05]"}},
      {"missing in the middle", two, at(3, 0), {}, {"01 02", "03 [missing] 04 05"}},
      {"missing between segments", two, at(2, 0), {}, {"01 02", "[missing] 03 04 05"}},
      {"missing at the end", two, at(5, 0), {}, {"01 02", "03 04 05", "[missing] "}},
      {"missing from nothing", {}, at(0, 0), {}, {"[missing] "}},
      {"a warning", two, {}, {at(3, 1)}, {"01 02", "03 (04) 05"}},
      {"an error beside a warning", two, at(3, 1), {at(2, 1)}, {"01 02", "(03) [04] 05"}},
      {"an error over a warning", two, at(2, 2), {at(3, 1)}, {"01 02", "[03 04] 05"}},
      {"bytes that are left out",
       {{.bytes = "\x01", .text = "a"},
        {.bytes = "", .text = "more", .left_out = 1000},
        {.bytes = "\x02", .text = "z"}},
       at(1001, 1),
       {},
       {"01", "… 1000 bytes …", "[02]"}},
      {"a segment without bytes",
       {{.bytes = "", .text = "none"}, {.bytes = "\x01", .text = "a"}},
       at(0, 1),
       {},
       {"", "[01]"}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    VectorDetail vector;
    vector.segments = row.segments;
    vector.error = row.error;
    vector.warnings = row.warnings;
    CHECK(shown(vector) == row.lines);
  }
  VectorDetail vector;
  vector.segments = long_run;
  vector.error = at(500, 1);
  const auto lines = shown(vector);
  REQUIRE(lines.size() == 1);
  CHECK(count_of(lines[0], "[aa]") == 1);
  CHECK(count_of(lines[0], " … 420 bytes … ") == 1);  // 64 to 484
  CHECK(count_of(lines[0], " … 451 bytes … ") == 1);  // 517 to 968
  CHECK(count_of(lines[0], "aa bb") + 0 < 100);
}

TEST_CASE("annotated bytes: the message stands once, under the line of the first offending byte") {
  VectorDetail vector;
  vector.segments = {{.bytes = "\x01", .text = "first"}, {.bytes = "\x02", .text = "second"}};
  vector.error = at(0, 2);
  reports::web::Markup page;
  reports::web::put_bytes(page, vector);
  const auto lines = between(page.html, "<li", "</li>");
  REQUIRE(lines.size() == 2);
  CHECK(count_of(lines[0], "<p class=\"error\">wrong</p>") == 1);
  CHECK(count_of(lines[1], "wrong") == 0);
}

}  // namespace
}  // namespace hallmark::report_test
