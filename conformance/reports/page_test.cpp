// The HTML page: untrusted text is escaped, nothing is fetched, output is reproducible.
#include <algorithm>

#include "conformance/model/model.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::report_test {
namespace {

using reports::html;

std::string page_of(const std::string& text) {
  return html({sample_result(text), sample_result(text)}, {sample_validation(text)}, sample_details(text));
}

// skeleton returns the names of elements and attributes of a page, without text and values.
std::string skeleton(std::string_view page) {
  std::string out;
  std::string_view verbatim;  // the element whose text is no markup
  for (std::size_t at = 0; at < page.size();) {
    if (page[at] != '<' || (!verbatim.empty() && !page.substr(at).starts_with(verbatim))) {
      ++at;
      continue;
    }
    const bool closes = !verbatim.empty();
    char quote = 0;
    std::string tag;
    for (; at < page.size() && (quote != 0 || page[at] != '>'); ++at) {
      const char c = page[at];
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0) {
        tag += c;
      }
    }
    verbatim = {};
    if (!closes && tag == "<style") verbatim = "</style";
    if (!closes && tag == "<script") verbatim = "</script";
    if (!closes && tag == "<title") verbatim = "</title";
    out += tag + ">\n";
  }
  return out;
}

TEST_CASE("html: hostile text adds no element and no attribute, wherever it stands") {
  const std::string calm = skeleton(page_of("calm"));
  CHECK(count_of(calm, "<details class") == 5);  // two vectors, two inputs, the legend
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
  };
  for (const char* text : hostile) {
    INFO(text);
    CHECK(skeleton(page_of(text)) == calm);
  }
}

TEST_CASE("html: control characters, marks that reorder lines and bytes that are no UTF-8 are shown, not sent") {
  const std::string page = page_of(std::string("a\x1b[31m\x07 \xe2\x80\xae b \xff c") + '\0' + "d");
  for (const std::string_view raw :
       {std::string_view("\x1b"), std::string_view("\x07"), std::string_view("\xe2\x80\xae"), std::string_view("\xff"),
        std::string_view("\0", 1)}) {
    CHECK(count_of(page, raw) == 0);
  }
  CHECK(count_of(page, "a\\x1b[31m\\x07 \\xe2\\x80\\xae b \\xff c\\x00d") > 20);
}

TEST_CASE("html: a link of a page leads into the page, whatever a testee calls its home") {
  for (const char* text : {"calm", "javascript:alert(1)", "//example.org"}) {
    const std::string page = page_of(text);
    for (const std::string& target : between(page, "href=\"", "\"")) {
      INFO(target);
      CHECK(target.starts_with('#'));
    }
  }
}

TEST_CASE("html: a page fetches nothing") {
  const std::string page = page_of("calm");
  for (const char* fetch : {"http:", "https:", "//", "src=", "url(", "@import", "<link", "<iframe", "<object", "fetch(",
                            "XMLHttpRequest", "import("}) {
    INFO(fetch);
    // Comments of the script begin with // and stand after a space.
    const std::size_t allowed = std::string_view(fetch) == "//" ? count_of(page, "  // ") : 0;
    CHECK(count_of(page, fetch) == allowed);
  }
  CHECK(count_of(page, "default-src 'none'") == 1);
}

TEST_CASE("html: the policy of a page allows its own script and no other") {
  const std::string page = page_of("calm");
  const auto scripts = between(page, "<script>", "</script>");
  REQUIRE(scripts.size() == 1);
  std::vector<std::byte> digest;
  const std::string hexadecimal = conformance::sha256_hex(as_bytes(scripts.front()));
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2) {
    digest.push_back(static_cast<std::byte>(std::stoul(hexadecimal.substr(i, 2), nullptr, 16)));
  }
  CHECK(between(page, "script-src ", ";") ==
        std::vector<std::string>{"'sha256-" + conformance::to_base64(digest) + "'"});
}

TEST_CASE("html: the same results give the same bytes") { CHECK(page_of("calm") == page_of("calm")); }

TEST_CASE("html: a result that lists a vector twice is refused by name") {
  reports::ConformanceResult result = sample_result("calm");
  result.results.push_back(result.results.front());
  CHECK_THROWS_WITH(html({result}, {}), "result of calm calm: decode calm/1 is listed twice");
}

TEST_CASE("html: an id that two formats claim has an anchor in each") {
  reports::ConformanceResult result = sample_result("calm");
  result.results[1].id = result.results[0].id;
  result.results[1].format = "other";
  const std::string page = html({result}, {});
  CHECK(count_of(page, " id=\"calm/1\"") == 1);
  CHECK(count_of(page, " id=\"other~.calm/1\"") == 1);
}

TEST_CASE("html: anchors are distinct and need no escaping") {
  struct Row {
    const char* id;
    const char* anchor;
  };
  const Row rows[] = {
      {"bson/a-b.c_d", "bson/a-b.c_d"}, {"a b", "a~20b"}, {"a~20b", "a~7e20b"},
      {"\"><x", "~22~3e~3cx"},          {"é", "~c3~a9"},  {"", ""},
  };
  for (const Row& row : rows) CHECK(reports::web::anchor(row.id) == row.anchor);
}

TEST_CASE("html: long text keeps its start and end, and no half character") {
  using reports::web::shortened;
  CHECK(shortened("12345678", 8) == "12345678");
  CHECK(shortened("123456789", 8) == "123456 … 1 byte left out … 89");
  CHECK(shortened("ééééé", 8) == "ééé … 2 bytes left out … é");
}

TEST_CASE("html: a testee that talks without end does not fill the page") {
  const std::string endless(1 << 20, 'x');
  reports::ConformanceResult result = sample_result("calm");
  result.implementation = {.name = endless, .version = endless, .language = endless, .homepage = endless};
  result.results[0].actual.category = endless;
  result.results[0].actual.message = endless;
  result.results[0].standard_error = endless;
  CHECK(html({result}, {}).size() < html({sample_result("calm")}, {}).size() + 8192);
}

TEST_CASE("html: what a result looks like follows from its level") {
  using reports::web::Tone;
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
    CHECK(reports::web::tone_of(row.level, row.result) == row.tone);
  }
}

TEST_CASE("html: implementations that gave the same answer share an entry, others have their own") {
  reports::ConformanceResult a = sample_result("calm");
  reports::ConformanceResult b = a;
  a.results[0].standard_error = "a says";
  b.results[0].standard_error = "b says";
  const std::string page = html({a, b}, {});
  const auto answers = between(page, "<span class=\"who\"><b>decode</b>", "</span><div");
  REQUIRE(answers.size() == 3);
  CHECK(answers[0] == " <span class=\"key\" title=\"calm calm\">A</span> calm calm");
  CHECK(answers[1] == " <span class=\"key\" title=\"calm calm #2\">B</span> calm calm #2");
  CHECK(count_of(answers[2], "class=\"key\"") == 2);
}

TEST_CASE("html: an interrupted run and a corpus of another hash say so") {
  reports::ConformanceResult result = sample_result("calm");
  const reports::Details same = sample_details("calm");
  reports::Details other = same;
  other.corpus_sha256 = "another";
  CHECK(count_of(html({result}, same), "interrupted") == 0);
  CHECK(count_of(html({result}, same), "from a different corpus") == 0);
  CHECK(count_of(html({result}, other), "from a different corpus") == 1);
  result.complete = false;
  CHECK(count_of(html({result}, same), "interrupted") == 1);
}

}  // namespace
}  // namespace hallmark::report_test
