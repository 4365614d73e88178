// The html report over the corpus itself: every vector once, every offence where the corpus says, in bearable size.
#include <set>

#include "conformance/kit/report_details.hpp"
#include "conformance/tests/catch.hpp"
#include "conformance/tests/report_samples.hpp"
#include "reports/html/bytes.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::report_test {
namespace {

const kit::Corpus& corpus() {
  static const kit::Corpus loaded = kit::load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  return loaded;
}

// A run over the whole corpus in which everything passed or, for `diligent` false, every third vector failed loudly.
reports::ConformanceResult run(const std::string& name, bool diligent) {
  reports::ConformanceResult result;
  result.implementation.name = name;
  std::size_t i = 0;
  for (const kit::VectorFile& file : corpus().files) {
    for (const kit::Vector& vector : file.vectors) {
      reports::VectorResult one;
      one.id = vector.id;
      one.format = vector.format;
      one.op = "decode";
      one.level = to_string(vector.level);
      one.expected.verdict = to_string(vector.verdict);
      if (vector.error) one.expected.rule = vector.error->rule;
      const bool passed = diligent || ++i % 3 != 0;
      one.result = passed ? "pass" : "crash";
      if (!passed) one.standard_error = name + std::string(400, '.');
      result.results.push_back(one);
    }
  }
  return result;
}

TEST_CASE("html over the corpus: every vector has one place and one anchor") {
  const std::string page = reports::html({run("a", true), run("b", false)}, kit::report_details(corpus()));
  std::size_t places = 0;
  for (const kit::VectorFile& file : corpus().files) {
    for (const kit::Vector& vector : file.vectors) {
      INFO(vector.id);
      CHECK(count_of(page, " id=\"" + reports::web::anchor(vector.id) + "\"") == 1);
      ++places;
    }
  }
  CHECK(places == corpus().size());
  CHECK(count_of(page, "<details class=\"row ") == places);
  const auto ids = between(page, " id=\"", "\"");
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
}

TEST_CASE("html over the corpus: the mark stands on the offending bytes of every vector") {
  const reports::Details details = kit::report_details(corpus());
  std::size_t marked = 0;
  for (const kit::VectorFile& file : corpus().files) {
    for (const kit::Vector& vector : file.vectors) {
      if (!vector.error) continue;
      INFO(vector.id);
      const reports::VectorDetail& detail = details.vectors.at(vector.id);
      REQUIRE(detail.error);
      CHECK(detail.error->message != "");  // the reference decoder found the same
      const auto bytes = vector.bytes();
      if (bytes.size() > 256) continue;
      reports::web::Markup page;
      reports::web::put_bytes(page, detail);
      std::string wrong;
      for (const std::string& mark : between(page.html, "<mark class=\"error\">", "</mark>")) {
        for (const char c : mark) wrong += c == ' ' ? "" : std::string(1, c);
      }
      std::string expected;
      for (std::uint64_t i = 0; i < detail.error->length; ++i) {
        expected +=
            fmt::format("{:02x}", static_cast<unsigned>(bytes.at(static_cast<std::size_t>(vector.error->offset + i))));
      }
      CHECK(wrong == expected);
      CHECK(count_of(page.html, "<mark class=\"error here\">") == (detail.error->length == 0 ? 1 : 0));
      ++marked;
    }
  }
  CHECK(marked > 100);
}

TEST_CASE("html over the corpus: every rule that a vector breaks is explained") {
  const reports::Details details = kit::report_details(corpus());
  for (const kit::VectorFile& file : corpus().files) {
    for (const kit::Vector& vector : file.vectors) {
      if (!vector.error) continue;
      INFO(vector.id);
      REQUIRE(details.rules.contains(vector.error->rule));
      CHECK(details.rules.at(vector.error->rule).category == vector.error->category);
    }
  }
}

TEST_CASE("html over the corpus: four implementations with a third of all vectors failing stay under 8 KiB a vector") {
  const std::string page =
      reports::html({run("a", true), run("b", false), run("c", false), run("d", false)}, kit::report_details(corpus()));
  CHECK(page.size() / corpus().size() < 8192);
}

}  // namespace
}  // namespace hallmark::report_test
