// SPDX-License-Identifier: Apache-2.0
// Fuzz target: results that `hallmark report` reads, from anybody. A text is results, or has a fault; results have
// every form: JSON that reads back as the same, SARIF, JUnit, annotations, Markdown, badges, pages, merged with
// themselves, compared with themselves.
#include "conformance/suite/disputed.hpp"
#include "conformance/suite/merge.hpp"
#include "conformance/suite/recall.hpp"
#include "fuzz/program/rendered.hpp"

namespace hallmark::fuzz {
namespace {

using reports::Results;

// attempt returns what was read of a text, or nothing: then the fault is one that a message can hold.
bool attempt(std::string_view text, Results& results) {
  try {
    reports::add_results(text, results);
    return true;
  } catch (const reports::BadJson& bad) {
    check_printed(bad.what());
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
  (void)conformance::disputed_table(conformance::disputed({}, results.conformance));
  merge(results);
}

}  // namespace

void run_target(const Block& input) { read(as_text(input.view())); }

}  // namespace hallmark::fuzz
