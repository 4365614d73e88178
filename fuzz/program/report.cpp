// Fuzz target: results that `hallmark report` reads, from anybody. A text is results, or has a fault; results have
// every form: JSON that reads back as the same, SARIF, JUnit, annotations, Markdown, badges, pages, merged with
// themselves, compared with themselves.
#include <pugixml.hpp>

#include "conformance/suite/disputed.hpp"
#include "conformance/suite/merge.hpp"
#include "conformance/suite/recall.hpp"
#include "conformance/suite/vector_details.hpp"
#include "fuzz/invariants.hpp"
#include "reports/bounded_json.hpp"
#include "reports/diff.hpp"
#include "reports/forms.hpp"
#include "reports/html.hpp"

namespace hallmark::fuzz {
namespace {

using reports::Json;
using reports::Results;

// No control character of a result reaches a terminal or a page.
void check_text(std::string_view text, bool tabs = false) {
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    invariant(!control || c == '\n' || (tabs && c == '\t'), "text is text");
  }
  invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "text is UTF-8");
}

void check_xml(const std::string& text) {
  pugi::xml_document document;
  invariant(static_cast<bool>(document.load_buffer(text.data(), text.size())), "XML is well-formed");
}

void check_page(const reports::Page& page) {
  const bool climbs = ("/" + page.path + "/").find("/../") != std::string::npos;
  invariant(!page.path.empty() && page.path.front() != '/' && !climbs, "a page lies in its folder");
  invariant(page.path.find_first_of("\\:\n") == std::string::npos, "the path of a page is plain");
  invariant(find_invalid_utf8(as_bytes(page.text)) == nowhere, "a page is UTF-8");
}

// attempt returns what was read of a text, or nothing: then the fault is one that a message can hold.
bool attempt(std::string_view text, Results& results) {
  try {
    reports::add_results(text, results);
    return true;
  } catch (const reports::BadJson& bad) {
    check_text(bad.what());
    invariant(bad.byte <= text.size() && bad.line >= 1 && bad.column >= 1, "a fault has a place in the text");
  } catch (const std::runtime_error& error) {
    invariant(*error.what() != '\0', "a fault says what it is");
  }
  return false;
}

void read_back(const Json& json) {
  Results again;
  invariant(attempt(json.dump(), again), "what is written is read");
  invariant(again.conformance.size() + again.validations.size() <= 2 || json.contains("matrix_version"),
            "one result is one result");
}

void merge(const Results& results) {
  Results twice = results;
  twice.conformance.insert(twice.conformance.end(), results.conformance.begin(), results.conformance.end());
  twice.validations.insert(twice.validations.end(), results.validations.begin(), results.validations.end());
  conformance::recall({}, twice.conformance);
  try {
    read_back(conformance::merged_json(std::move(twice)));
  } catch (const conformance::CannotMerge& error) {
    invariant(*error.what() != '\0', "a contradiction is named");
  }
}

void draw_pages(const Results& results, const reports::Details& details, const reports::PageOptions& options) {
  try {
    reports::report_pages(results.conformance, results.validations, details, options, check_page);
  } catch (const std::runtime_error& error) {
    invariant(std::string_view(error.what()).ends_with(" is listed twice"), "what has no place in a table is named");
  }
}

void render(const Results& results) {
  static const reports::Details details = conformance::rule_details();
  const auto& [conformance, validations] = results;
  const Json log = reports::parse_json(reports::sarif_text(results, details.rules));
  invariant(log.at("version") == "2.1.0", "a log is SARIF");
  check_xml(reports::junit(results));
  check_text(reports::annotations(results));
  check_text(reports::markdown(results, details.rules), true);
  const reports::Badge badge = reports::badge_of(results);
  check_xml(reports::svg(badge));
  (void)reports::endpoint(badge).dump();
  check_text(reports::text(reports::diff(conformance, conformance)));
  for (const reports::ValidationReport& one : validations) {
    invariant(reports::diff(one, one).empty(), "nothing differs from itself");
  }
  for (const bool published : {false, true}) {
    reports::PageOptions options;
    options.published = published;
    draw_pages(results, details, options);
  }
  (void)conformance::disputed_table(conformance::disputed({}, conformance));
}

void read(std::string_view text) {
  Results results;
  if (!attempt(text, results)) return;
  for (const reports::ConformanceResult& one : results.conformance) {
    const Json json = reports::to_json(one);
    invariant(reports::to_json(reports::conformance_from(json)) == json, "a result reads back as the same result");
  }
  for (const reports::ValidationReport& one : results.validations) {
    const Json json = reports::to_json(one);
    invariant(reports::to_json(reports::validation_from(json)) == json, "a report reads back as the same report");
  }
  render(results);
  merge(results);
}

}  // namespace

void run_target(const Block& input) { read(as_text(input.view())); }

}  // namespace hallmark::fuzz
