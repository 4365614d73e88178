// Results and details for tests of the HTML report.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/html.hpp"

namespace hallmark::report_test {

// sample_result is a run of three vectors with two failures. `text` is the content of every field that a testee
// controls.
inline reports::ConformanceResult sample_result(const std::string& text) {
  reports::ConformanceResult result;
  result.hallmark = text;
  result.corpus_sha256 = text;
  result.corpus_vectors = 3;
  result.implementation.name = text;
  result.implementation.version = text;
  result.implementation.language = text;
  result.implementation.homepage = text;
  result.runs = {{.format = text, .op = "decode", .verdict = text, .counts = {{"MUST", {{"pass", 1}, {text, 1}}}}}};

  reports::VectorResult failure;
  failure.id = text + "/1";
  failure.format = text;
  failure.op = "decode";
  failure.level = "MUST";
  failure.result = "accepted-invalid";
  failure.expected = {.verdict = text, .rule = "sample/rule", .category = text, .offset = 1};
  failure.actual = {.result = text, .category = text + "!", .offset = 2, .message = text};
  failure.expectation = text;
  failure.standard_error = text + "\n" + text;

  reports::VectorResult pass;
  pass.id = text + "/2";
  pass.format = text;
  pass.op = "decode";
  pass.level = "MUST";
  pass.result = "pass";
  pass.expected.verdict = "valid";
  pass.actual.result = "accepted";

  // The rule of another corpus, which has no page.
  reports::VectorResult unknown = failure;
  unknown.id = text + "/3";
  unknown.level = "SHOULD";
  unknown.result = "crash";
  unknown.expected.rule = text;
  result.results = {failure, pass, unknown};
  return result;
}

// crashed_result is sample_result with classes of results that every reader accepts: the first vector is a crash.
inline reports::ConformanceResult crashed_result(const std::string& text) {
  reports::ConformanceResult result = sample_result(text);
  result.runs[0].verdict = "non-conformant";
  result.runs[0].counts = {{"MUST", {{"pass", 1}, {"crash", 1}}}};
  result.results[0].result = "crash";
  result.results[0].expected.verdict = "invalid";
  result.results[0].actual.result = "";
  result.results[0].expectation = std::nullopt;
  return result;
}

inline reports::Details sample_details(const std::string& text) {
  reports::Details details;
  details.corpus_sha256 = text;
  reports::VectorDetail vector;
  vector.description = text;
  vector.clause = text;
  vector.flags = {{text, text}};
  vector.hazards = {"memory", text};
  vector.features = {text};
  vector.segments = {{.bytes = "\x10\x09", .text = text}, {.bytes = "\xff", .text = text, .repeat = 3}};
  vector.value = text;
  vector.options = text;
  vector.derived_from = text;
  vector.error = {.rule = "sample/rule", .offset = 1, .length = 1, .path = text, .message = text};
  vector.warnings = {{.rule = text + "?", .offset = 2, .length = 0, .path = text, .message = text},
                     {.rule = text, .offset = 0, .length = 1, .path = text, .message = text}};
  details.vectors[text + "/1"] = vector;
  details.vectors[text + "/2"] = vector;
  details.smallest["sample/rule"] = text + "/1";
  details.rules["sample/rule"] = {.title = text,
                                  .kind = text,
                                  .category = text,
                                  .level = text,
                                  .severity = text,
                                  .clause = text,
                                  .revision = text,
                                  .demand = text,
                                  .fix = text,
                                  .why = text};
  return details;
}

inline reports::ValidationReport sample_validation(const std::string& text) {
  reports::ValidationReport report;
  report.hallmark = text;
  reports::InputReport input;
  input.path = text;
  input.format = text;
  input.size = 3;
  input.verdict = reports::InputVerdict::invalid;
  reports::Diagnostic diagnostic;
  diagnostic.rule = "sample/rule";
  diagnostic.clause = text;
  diagnostic.offset = 2;
  diagnostic.length = 1;
  diagnostic.path = text;
  diagnostic.message = text;
  diagnostic.expected = text;
  diagnostic.actual = text;
  input.diagnostics = {diagnostic};
  report.inputs = {input, input};
  report.summary = {.inputs = 2, .invalid = 2};
  return report;
}

// Pages of a report by path.
using Pages = std::map<std::string, std::string>;

inline reports::PageSink into(Pages& pages) {
  return [&pages](const reports::Page& page) { pages[page.path] += page.text; };
}

inline Pages pages_of(const std::vector<reports::ConformanceResult>& results, const reports::Details& details,
                      const std::vector<reports::ValidationReport>& validations = {},
                      const reports::PageOptions& options = {}) {
  Pages pages;
  reports::report_pages(results, validations, details, options, into(pages));
  return pages;
}

inline Pages site_of(const std::vector<reports::ConformanceResult>& results, const reports::Details& details) {
  Pages pages;
  reports::site_pages(results, details, into(pages));
  return pages;
}

// all joins the pages.
inline std::string all(const Pages& pages) {
  std::string text;
  for (const auto& [path, page] : pages) text += page;
  return text;
}

// count_of counts non-overlapping occurrences.
inline std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

// between returns the text between each `open` and the next `close`.
inline std::vector<std::string> between(std::string_view text, std::string_view open, std::string_view close) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    if (end == std::string_view::npos) break;
    found.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return found;
}

}  // namespace hallmark::report_test
