// SPDX-License-Identifier: Apache-2.0
// Results in the forms that other programs read. Each holds all results, in their order; none has times or hosts.
#pragma once

#include <string>
#include <string_view>

#include "reports/results.hpp"

namespace hallmark::reports {

// sarif returns a log of SARIF 2.1.0, for code scanning, with one run for each result. Findings in files have byte
// offsets; those in the body of an HTTP message have none, since a body may be compressed, and name the offset in the
// body in their properties. Of an implementation there is one result for each requirement that it breaks, with the
// ids of the vectors.
[[nodiscard]] Json sarif(const Results& results, const RulesById& rules);

// sarif_text returns the log as text. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string sarif_text(const Results& results, const RulesById& rules);

// junit returns JUnit XML, for CI systems that show test results. It follows the schema of Jenkins (junit-10.xsd). Of
// an implementation each format and operation is a suite, each vector a test; of a validation each format is a suite,
// each input a test.
//
// A failure is what makes the exit code 1: a failed MUST, an invalid input. An error is what could not be judged. A
// test that passes with a difference or a warning says so in system-out. Known deviations pass when an expectation is
// met.
[[nodiscard]] std::string junit(const Results& results);

// annotations returns workflow commands of GitHub Actions, one a line, for the standard output of a step. Errors come
// first, since GitHub shows only the first ten of each kind of a step. An annotation of a file has no line, because the
// files are binary: the byte is in its text. Deviations of an implementation are one annotation for each rule and
// result; known ones are left out.
[[nodiscard]] std::string annotations(const Results& results);

// markdown returns GitHub-flavoured Markdown, for job pages, comments and wikis: a table of verdicts for each
// implementation, its deviations grouped by rule, and the findings of validations. At most 900 kB, so that it fits a
// job summary; what is left out is counted. Text of inputs and testees cannot add markup.
[[nodiscard]] std::string markdown(const Results& results, const RulesById& rules);

// Badge is what is on a badge. The colour is #rrggbb.
struct Badge {
  std::string label;
  std::string message;
  std::string_view colour;
};

// badge_of sums up results: the worst verdict decides; "verdicts only" is added where values were not compared. The
// label names the format if there is one only.
[[nodiscard]] Badge badge_of(const Results& results);

// svg draws a badge without fonts or files of its own; its text is also its title, for screen readers.
[[nodiscard]] std::string svg(const Badge& badge);

// endpoint returns the JSON that the endpoint badge of shields.io reads.
[[nodiscard]] Json endpoint(const Badge& badge);

}  // namespace hallmark::reports
