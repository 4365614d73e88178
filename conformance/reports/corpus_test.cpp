// SPDX-License-Identifier: Apache-2.0
// The HTML report for the whole corpus: every vector once, every error at its offset, within a size limit.
#include <map>

#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/vector_details.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/html/markup.hpp"
#include "reports/links.hpp"

namespace hallmark::report_test {
namespace {

const conformance::Corpus& corpus() {
  static const conformance::Corpus loaded = conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  return loaded;
}

const reports::Details& details() {
  static const reports::Details looked_up = conformance::report_details(corpus());
  return looked_up;
}

// A run over the whole corpus in which every vector passed or, without `all_pass`, every third one crashed.
reports::ConformanceResult run(const std::string& name, bool all_pass) {
  reports::ConformanceResult result;
  result.implementation.name = name;
  std::size_t i = 0;
  for (const conformance::VectorFile& file : corpus().files) {
    for (const conformance::Vector& vector : file.vectors) {
      reports::VectorResult one;
      one.id = vector.id;
      one.format = vector.format;
      one.op = to_string(vector.operation);
      one.level = to_string(vector.level);
      one.expected.verdict = to_string(vector.verdict);
      if (vector.error) one.expected.rule = vector.error->rule;
      const bool passed = all_pass || ++i % 3 != 0;
      one.result = passed ? "pass" : "crash";
      if (!passed) one.standard_error = name + std::string(400, '.');
      result.results.push_back(one);
    }
  }
  return result;
}

TEST_CASE("html over the corpus: every vector has one entry and one anchor, on the page of its theme") {
  const Pages pages = pages_of({run("a", true), run("b", false)}, details());
  std::map<std::string, std::size_t> ids;
  std::size_t entries = 0;
  std::size_t refused = 0;
  std::size_t shown_as_refused = 0;
  for (const auto& [path, page] : pages) {
    if (!path.starts_with("vectors/")) continue;
    for (const std::string& id : between(page, " id=\"", "\"")) ++ids[id];
    entries += count_of(page, "<details class=\"vector-entry ");
    shown_as_refused += count_of(page, "<h4>Value that an encoder must refuse</h4>");
  }
  for (const conformance::VectorFile& file : corpus().files) {
    for (const conformance::Vector& vector : file.vectors) {
      INFO(vector.id);
      CHECK(ids[reports::web::anchor(vector.id)] == 1);
      refused += vector.operation == conformance::Operation::encode ? 1 : 0;
    }
  }
  CHECK(refused > 100);
  CHECK(shown_as_refused == refused);
  CHECK(entries == corpus().size());
}

std::string hexadecimal(const std::vector<std::byte>& bytes, std::uint64_t from, std::uint64_t length) {
  std::string text;
  for (std::uint64_t i = from; i < from + length; ++i) {
    text += fmt::format("{:02x}", static_cast<unsigned>(bytes.at(static_cast<std::size_t>(i))));
  }
  return text;
}

TEST_CASE("html over the corpus: the mark stands on the offending bytes of every vector") {
  std::size_t marked = 0;
  for (const conformance::VectorFile& file : corpus().files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (!vector.error || vector.operation == conformance::Operation::encode) continue;
      INFO(vector.id);
      const reports::VectorDetail& detail = details().vectors.at(vector.id);
      REQUIRE(detail.error);
      CHECK(detail.error->message != "");  // the reference decoder found the same
      const std::vector<std::byte> bytes = vector.bytes();
      if (bytes.size() > 256) continue;
      std::string line;
      for (const std::string& part : shown(detail)) line += part;
      std::erase(line, ' ');
      // A mark goes over several segments; those of warnings are left out.
      for (const std::string_view other : {"][", "(missing)", "(", ")"}) {
        for (std::size_t at = 0; (at = line.find(other, at)) != std::string::npos;) line.erase(at, other.size());
      }
      const std::uint64_t from = vector.error->offset;
      const std::uint64_t length = detail.error->length;
      const std::string in_error = length == 0 ? "missing" : hexadecimal(bytes, from, length);
      CHECK(line == hexadecimal(bytes, 0, from) + "[" + in_error + "]" +
                        hexadecimal(bytes, from + length, bytes.size() - from - length));
      ++marked;
    }
  }
  CHECK(marked > 100);
}

TEST_CASE("html over the corpus: a vector of tens of thousands of copies takes few bytes, and its error is marked") {
  std::size_t seen = 0;
  for (const conformance::VectorFile& file : corpus().files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (!vector.has_copies()) continue;
      ++seen;
      INFO(vector.id);
      const reports::VectorDetail& detail = details().vectors.at(vector.id);
      reports::web::Markup page;
      reports::web::put_sample(page, detail);
      CHECK(page.html.size() < 8192);
      CHECK(detail.value.size() < 1024);
      CHECK(count_of(page.html, fmt::format("<h4>Bytes <span>{}</span></h4>", vector.byte_count())) == 1);
      CHECK(count_of(page.html, "<mark class=\"error") >= (vector.error ? 1 : 0));
    }
  }
  CHECK(seen > 30);
}

TEST_CASE("html over the corpus: each rule has a page, with a smallest vector for all that bytes can break") {
  const Pages site = site_of({}, details());
  CHECK(site.size() == details().rules.size() + 2);  // the index, the style
  for (const Rule* rule : conformance::all_rules()) {
    INFO(rule->id);
    const std::string& page = site.at("rules/" + std::string(rule->id) + ".html");
    CHECK(count_of(page, reports::web::html_text(rule->fix)) > 0);
    CHECK(count_of(page, reports::web::html_text(rule->title)) > 0);
    const std::string source = "href=\"" + reports::web::html_text(reports::source_address(*rule)) + "\"";
    CHECK(count_of(page, source) == (rule->demand.text.empty() ? 0 : 1));
    CHECK(page.find(reports::web::html_text(rule->demand.text)) != std::string::npos);
    CHECK(count_of(page, "<h2>What could be written instead</h2>") == (rule->compat ? 1 : 0));
    CHECK(page.find(reports::web::html_text(rule->repair)) != std::string::npos);
    const std::size_t shown =
        count_of(page, "<ol class=\"bytes") + count_of(page, "<h4>Value that an encoder must refuse</h4>");
    // What the program finds before a format is known has no vector, nor need what only a call of an encoder can break.
    const bool of_program = std::ranges::none_of(
        all_codecs(), [&](const Codec* codec) { return std::ranges::find(codec->rules, rule) != codec->rules.end(); });
    if (of_program) CHECK(shown == 0);
    if (!of_program && !rule->encoding) CHECK(shown > 0);
  }
}

TEST_CASE("rule pages: what is no id of a rule has no place") {
  for (const char* id : {"", "f", "/", "f/", "/boolean", "../boolean", "f/..", "f/a/b", "f/a b", "B/a",
                         "f/boolean.html", "f/\"><script>"}) {
    INFO(id);
    CHECK(reports::rule_path(id).empty());
    CHECK_FALSE(reports::rule_page("https://example.org", id));
  }
}

TEST_CASE("rule pages: the address stands under the site, and is absent without one") {
  CHECK_FALSE(reports::rule_page("", "f/boolean"));
  CHECK(reports::rule_page("https://example.org/x", "f/boolean") == "https://example.org/x/rules/f/boolean.html");
  CHECK(reports::rule_page("https://example.org/x//", "f/boolean") == "https://example.org/x/rules/f/boolean.html");
}

// Every vector fails: the pages must stay small all the same.
TEST_CASE(
    "html over the corpus: what twenty-five implementations fail takes few bytes a vector, also on the first page") {
  std::vector<reports::ConformanceResult> results;
  for (int i = 0; i < 25; ++i) {
    results.push_back(run(fmt::format("an implementation with a name {}", i), false));
    for (reports::VectorResult& vector : results.back().results) vector.result = "accepted-invalid";
  }
  std::size_t largest = 0;
  std::size_t first = 0;
  reports::report_pages(results, {}, details(), {}, [&](const reports::Page& page) {
    largest = std::max(largest, page.text.size());
    if (page.path == "index.html") first = page.text.size();
  });
  const std::size_t vectors = results[0].results.size();
  CHECK(first > 0);
  CHECK(first < 28 * vectors);
  CHECK(largest < 286 * vectors);
}

}  // namespace
}  // namespace hallmark::report_test
