// SPDX-License-Identifier: Apache-2.0
// The text of a validation report: one line to grep for each finding, and no line wider than the terminal.
#include <algorithm>

#include "conformance/examine/all_rules.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "reports/excerpt.hpp"
#include "reports/paragraph.hpp"
#include "reports/validation.hpp"

using namespace hallmark;
using namespace hallmark::reports;
using namespace hallmark::testing::literals;
using report_test::lines_of;

namespace {

std::string without_colours(const std::string& text) { return std::regex_replace(text, std::regex("\x1b[^m]*m"), ""); }

Diagnostic finding(std::string_view rule, std::uint64_t offset, std::uint64_t length, std::string path) {
  const Rule* found = conformance::rule_named(conformance::all_rules(), rule);
  return describe({found, offset, length, 9, 0, ""}, found->severity, std::move(path));
}

// Findings of every rule, all over a file.
InputReport every_rule(std::uint64_t size) {
  InputReport report;
  report.path = "some folder/file";
  report.size = size;
  report.verdict = InputVerdict::invalid;
  for (const Rule* rule : conformance::all_rules()) {
    const std::uint64_t offset = report.diagnostics.size() * 7 % size;
    report.diagnostics.push_back(finding(rule->id, offset, offset % 40, "documents[0]." + std::string(offset, 'k')));
  }
  report.more = 2980;
  return report;
}

}  // namespace

TEST_CASE("a finding is one line with all that a search wants, then its bytes and what to do") {
  InputReport report;
  report.path = "x";
  report.size = 3;
  report.verdict = InputVerdict::invalid;
  const Diagnostic one = finding("padding-range"_rule, 1, 1, "padding");
  report.diagnostics = {one, one};
  const std::string line = "x:1: error: " + one.message + " [" + one.rule + " MUST] at padding (expected 0..7)\n";
  const std::string dump =
      "  00000000  10 09 7f                                          |...|\n"
      "               ^^ offset 1 (0x1)\n";
  const std::string help =
      "  " + one.clause + ": " + std::string(one.demand) + "\n  help: " + std::string(one.fix) + "\n";
  const Bytes bytes = as_bytes({"\x10\x09\x7f", 3});
  CHECK(text_of(report, bytes, {}, {}) == line + dump + help + "\n" + line + dump + "\n");
  CHECK(text_of(report, bytes, {}, {.quiet = true}) == line + line);
  report.more = 1;
  CHECK(text_of(report, bytes, {}, {}).ends_with("\nx: note: and 1 more finding (--max-errors)\n\n"));
  report.more = -1;
  CHECK(text_of(report, bytes, {}, {}).ends_with("\nx: note: and more findings (--max-errors)\n\n"));
}

TEST_CASE("no line is wider than the terminal, and none is lost") {
  const std::string data(500, 'x');
  const InputReport report = every_rule(data.size());
  const std::string whole = text_of(report, as_bytes(data), {}, {});
  CHECK(whole.find('\x1b') == std::string::npos);
  for (const std::size_t columns : {40U, 60U, 79U, 80U, 81U, 120U, 400U}) {
    for (const bool colour : {false, true}) {
      const std::string text = text_of(report, as_bytes(data), {}, {.colour = colour, .columns = columns});
      for (const std::string& line : lines_of(without_colours(text))) {
        CAPTURE(line, columns);
        // A word is not broken: ids of rules are the widest.
        CHECK((width_of(line) <= columns || line.find_first_of(' ', 4) == std::string::npos ||
               line.rfind("    [", 0) == 0));
      }
      CHECK((text.find('\x1b') != std::string::npos) == colour);
    }
  }
  // With room enough, it is the text of a pipe.
  CHECK(text_of(report, as_bytes(data), {}, {.columns = 5000}) == whole);
  CHECK(without_colours(text_of(report, as_bytes(data), {}, {.colour = true})) == whole);
}

TEST_CASE("a long text loses its middle, between characters") {
  CHECK(shortened("documents", 0) == "documents");
  CHECK(shortened("documents", 9) == "documents");
  CHECK(shortened("documents", 8) == "docu…nts");
  CHECK(shortened("documents", 2) == "d…");
  CHECK(shortened("äöüß", 3) == "ä…ß");
  CHECK(width_of(shortened("äöüßäöüß", 5)) == 5);
}

TEST_CASE("a dump has as many bytes a row as fit") {
  std::string data;
  for (int i = 0; i < 64; ++i) data += static_cast<char>(i);
  const auto rows = [&](std::size_t columns) { return lines_of(excerpt(as_bytes(data), 21, 2, {}, "input", columns)); };
  CHECK(rows(80) ==
        std::vector<std::string>{"  00000010  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  |................|",
                                 "                           ^~~~~ offset 21 (0x15), 2 bytes"});
  CHECK(rows(79) == std::vector<std::string>{"  00000010  10 11 12 13 14 15 16 17  |........|",
                                             "                           ^~~~~ offset 21 (0x15), 2 bytes"});
  CHECK(rows(40) == std::vector<std::string>{"  00000010  10 11 12 13  |....|", "  00000014  14 15 16 17  |....|",
                                             "               ^~~~~", "            offset 21 (0x15), 2 bytes"});
  for (std::size_t columns = 40; columns < 100; ++columns) {
    for (std::uint64_t offset = 0; offset <= data.size(); ++offset) {
      for (const std::string& line : lines_of(excerpt(as_bytes(data), offset, 9, {}, "input", columns))) {
        CAPTURE(line, columns);
        CHECK(line.size() <= columns);
      }
    }
  }
}

TEST_CASE("an example in statistics is of the first input, whichever is done first") {
  const std::string rule = "padding-range"_rule;
  RuleStatistics statistics;
  for (const std::size_t index : {7U, 3U, 4U}) {
    InputReport report;
    report.path = "f" + std::to_string(index);
    report.diagnostics = {finding(rule, index, 1, "")};
    statistics.add(report, index);
  }
  CHECK(statistics.worst_first().at(0).example() == "f3:3");
}
