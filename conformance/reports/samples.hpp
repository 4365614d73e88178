// SPDX-License-Identifier: Apache-2.0
// Results and details for tests of the HTML report, and what its pages show.
#pragma once

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "reports/html.hpp"
#include "reports/html/report.hpp"
#include "reports/readers.hpp"

namespace hallmark::report_test {

// vector_result is an answer to a vector of the format f, which is valid or breaks a rule.
inline reports::VectorResult vector_result(const std::string& id, const std::string& level, const std::string& result,
                                           const std::string& rule = "") {
  reports::VectorResult one;
  one.id = id;
  one.format = "f";
  one.op = "decode";
  one.level = level;
  one.result = result;
  one.expected.verdict = rule.empty() ? "valid" : "invalid";
  if (!rule.empty()) one.expected.rule = rule;
  return one;
}

// sample_result is a run of three vectors with two failures. `text` is the content of every field that a testee
// controls.
inline reports::ConformanceResult sample_result(const std::string& text) {
  const reports::VectorResult failure{
      .id = text + "/1",
      .format = text,
      .op = "decode",
      .level = "MUST",
      .result = "accepted-invalid",
      .expected = {.verdict = text, .rule = "sample/rule", .category = text, .offset = 1},
      .actual = {.result = text, .category = text + "!", .offset = 2, .message = text},
      .expectation = text,
      .standard_error = text + "\n" + text,
      .cause = text,
      .position = text,
  };
  const reports::VectorResult pass{.id = text + "/2",
                                   .format = text,
                                   .op = "decode",
                                   .level = "MUST",
                                   .result = "pass",
                                   .expected = {.verdict = "valid", .rule = {}, .category = {}, .offset = {}},
                                   .actual = {.result = "accepted", .category = {}, .offset = {}, .message = {}},
                                   .expectation = {},
                                   .standard_error = {}};
  // The rule of another corpus, which has no page.
  reports::VectorResult unknown = failure;
  unknown.id = text + "/3";
  unknown.level = "SHOULD";
  unknown.result = "crash";
  unknown.expected.rule = text;
  return {.hallmark = text,
          .corpus_sha256 = text,
          .corpus_vectors = 3,
          .implementation = {.name = text, .version = text, .language = text, .homepage = text},
          .runs = {{.format = text, .op = "decode", .verdict = text, .counts = {{"MUST", {{"pass", 1}, {text, 1}}}}}},
          .results = {failure, pass, unknown}};
}

// crashed_result is sample_result with classes of results that every reader accepts: the first vector is a crash.
inline reports::ConformanceResult crashed_result(const std::string& text) {
  reports::ConformanceResult result = sample_result(text);
  result.runs[0].verdict = "non-conformant";
  result.runs[0].counts = {{"MUST", {{"pass", 1}, {"crash", 1}}}};
  result.runs[0].requirements = {2,
                                 {{.rule = "sample/rule",
                                   .clause = "",
                                   .addressee = "data",
                                   .failed = 1,
                                   .of = 2,
                                   .cause = text,
                                   .position = "open"}}};
  result.results[0].result = "crash";
  result.results[0].expected.verdict = "invalid";
  result.results[0].actual.result = "";
  result.results[0].expectation = std::nullopt;
  return result;
}

// sample_rule returns a rule whose every text is `text`.
inline const Rule* sample_rule(const std::string& text) {
  static std::map<std::string, Rule> rules;  // what they point to lies in the keys
  const auto [at, is_new] = rules.try_emplace(text);
  const std::string_view all = at->first;
  at->second = {.id = "sample/rule",
                .kind = Kind::invalid,
                .category = Category::truncated,
                .level = Level::must,
                .clause = {all, all, all},
                .demand = {Addressee::reader, all, all},
                .title = all,
                .message = all,
                .expected = all,
                .fix = all,
                .repair = all,
                .why = all};
  return &at->second;
}

inline reports::Details sample_details(const std::string& text) {
  const reports::VectorDetail vector{
      .description = text,
      .clause = text,
      .flags = {{text, text}},
      .hazards = {"memory", text},
      .features = {text},
      .segments = {{.bytes = "\x10\x09", .text = text}, {.bytes = "\xff", .text = text, .repeat = 3}},
      .value = text,
      .options = text,
      .derived_from = text,
      .error = {{.rule = "sample/rule", .offset = 1, .length = 1, .path = text, .message = text}},
      .warnings = {{.rule = text + "?", .offset = 2, .length = 0, .path = text, .message = text},
                   {.rule = text, .offset = 0, .length = 1, .path = text, .message = text}}};
  reports::Details details{.corpus_sha256 = text,
                           .vectors = {{text + "/1", vector}, {text + "/2", vector}},
                           .rules = {},
                           .smallest = {{"sample/rule", text + "/1"}}};
  details.rules["sample/rule"] = sample_rule(text);
  return details;
}

inline reports::ValidationReport sample_validation(const std::string& text) {
  const reports::Diagnostic diagnostic{
      .rule = "sample/rule",
      .clause = text,
      .offset = 2,
      .length = 1,
      .path = text,
      .message = text,
      .expected = text,
      .actual = text,
      .readers = std::make_shared<const reports::Readers>(reports::Readers{{{text, text, text, 1, 1, {{text, 1}}}}})};
  const reports::InputReport input{
      .path = text, .format = text, .size = 3, .verdict = reports::InputVerdict::invalid, .diagnostics = {diagnostic}};
  return {.hallmark = text, .inputs = {input, input}, .summary = {.inputs = 2, .invalid = 2}};
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

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
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

// shown returns the bytes of each line with marks in brackets: [..] an error, (..) a warning or note.
inline std::vector<std::string> shown(const reports::VectorDetail& vector) {
  reports::web::Markup page;
  reports::web::put_bytes(page, vector);
  std::vector<std::string> lines = between(page.html, "<code>", "</code>");
  for (std::string& line : lines) {
    line = std::regex_replace(line, std::regex("<mark class=\"error( here)?\">([^<]*)</mark>"), "[$2]");
    line = std::regex_replace(line, std::regex("<mark class=\"remark( here)?\">([^<]*)</mark>"), "($2)");
    line = std::regex_replace(line, std::regex("</?i>"), "");
  }
  return lines;
}

}  // namespace hallmark::report_test
