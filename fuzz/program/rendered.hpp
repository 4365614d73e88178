// SPDX-License-Identifier: Apache-2.0
// What targets share that render results in every form that `hallmark report` writes.
#pragma once

#include <pugixml.hpp>

#include "conformance/suite/vector_details.hpp"
#include "fuzz/program/judged.hpp"
#include "reports/bounded_json.hpp"
#include "reports/diff.hpp"
#include "reports/forms.hpp"
#include "reports/html.hpp"

namespace hallmark::fuzz {

inline pugi::xml_document parsed_xml(const std::string& text) {
  pugi::xml_document document;
  invariant(static_cast<bool>(document.load_buffer(text.data(), text.size())), "XML is well-formed");
  return document;
}

// Every input of a validation is a test. Vectors are tests where their run is in the result.
inline void check_junit(const reports::Results& results) {
  std::size_t inputs = 0;
  for (const reports::ValidationReport& one : results.validations) inputs += one.inputs.size();
  const std::size_t tests = parsed_xml(reports::junit(results)).select_nodes("//testcase").size();
  invariant(results.conformance.empty() ? tests == inputs : tests >= inputs, "every input is a test");
}

inline void check_sarif(const reports::Results& results, const reports::RulesById& rules) {
  const Json log = reports::parse_json(reports::sarif_text(results, rules));
  const std::size_t before = results.conformance.size();
  invariant(log.at("version") == "2.1.0" && log.at("runs").size() == before + results.validations.size(),
            "a log has a run for each result");
  for (std::size_t i = 0; i < results.validations.size(); ++i) {
    std::size_t findings = 0;
    for (const InputReport& input : results.validations[i].inputs) findings += input.diagnostics.size();
    invariant(log.at("runs")[before + i].at("results").size() == findings, "every finding is a result");
  }
  for (const Json& run : log.at("runs")) {
    const std::size_t known = run.at("tool").at("driver").at("rules").size();
    for (const Json& result : run.at("results")) {
      invariant(result.at("ruleIndex").get<std::size_t>() < known, "a result names a rule of the log");
    }
  }
}

// A page must not name a file outside its folder, nor run a script that is not its own. What testees print may have
// tabs.
inline void check_page(const reports::Page& page) {
  const bool climbs = ("/" + page.path + "/").find("/../") != std::string::npos;
  invariant(!page.path.empty() && page.path.front() != '/' && !climbs, "a page lies in its folder");
  invariant(page.path.find_first_of("\\:\n") == std::string::npos, "the path of a page is plain");
  check_printed(page.text, true);
  invariant(page.text.find("href=\"javascript:") == std::string::npos, "no link is a script");
}

// render writes every form of results. Pages have no place for what is listed twice, and say so.
inline void render(const reports::Results& results) {
  static const reports::Details details = conformance::rule_details();
  check_sarif(results, details.rules);
  check_junit(results);
  check_printed(reports::annotations(results));
  check_printed(reports::markdown(results, details.rules));
  const reports::Badge badge = reports::badge_of(results);
  check_printed(reports::svg(badge));
  (void)parsed_xml(reports::svg(badge));
  (void)reports::endpoint(badge).dump();
  check_printed(reports::text(reports::diff(results.conformance, results.conformance)));
  for (const reports::ValidationReport& one : results.validations) {
    invariant(reports::diff(one, one).empty(), "nothing differs from itself");
  }
  for (const bool published : {false, true}) try {
      reports::report_pages(results.conformance, results.validations, details, {.published = published}, check_page);
    } catch (const std::runtime_error& error) {
      invariant(std::string_view(error.what()).ends_with(" is listed twice"), "what has no place in a table is named");
    }
}

}  // namespace hallmark::fuzz
