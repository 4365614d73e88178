// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "reports/deviations.hpp"
#include "reports/forms.hpp"
#include "reports/score.hpp"

namespace hallmark::reports {
namespace {

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(escaped(value).c_str());
}

void set(pugi::xml_node node, const char* name, std::uint64_t value) {
  node.append_attribute(name).set_value(static_cast<unsigned long long>(value));
}

// Lines keep their line breaks; what XML cannot hold is escaped.
void put_text(pugi::xml_node node, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += escaped(text.substr(0, end));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  node.append_child(pugi::node_pcdata).set_value(out.c_str());
}

void put_counts(pugi::xml_node node) {
  set(node, "tests", node.select_nodes(".//testcase").size());
  set(node, "failures", node.select_nodes(".//failure").size());
  set(node, "errors", node.select_nodes(".//error").size());
}

pugi::xml_node add_suite(pugi::xml_node root, const std::string& name) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", name);
  return suite;
}

pugi::xml_node add_test(pugi::xml_node suite, const std::string& group, const std::string& name) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", name);
  set(test, "classname", group);
  set(test, "time", std::string_view("0"));
  return test;
}

// A child that says how a test ended: failure or error.
void put_end(pugi::xml_node test, const char* kind, std::string_view type, std::string_view message,
             std::string_view details) {
  pugi::xml_node end = test.append_child(kind);
  set(end, "message", message);
  set(end, "type", type);
  put_text(end, details);
}

std::string expected_of(const VectorResult& one) {
  std::string text = one.expected.verdict;
  if (one.expected.rule) text += fmt::format(", {} {}", *one.expected.rule, one.level);
  if (one.expected.offset) text += fmt::format(", offset {}", *one.expected.offset);
  return text;
}

std::string details_of(const VectorResult& one) {
  std::string text = fmt::format("expected: {}\nactual: {}", expected_of(one),
                                 one.actual.result.empty() ? "no answer" : one.actual.result);
  if (one.actual.message) text += ", " + *one.actual.message;
  if (!one.standard_error.empty()) text += "\nstandard error: " + one.standard_error;
  return text + "\n";
}

void add(pugi::xml_node suite, const VectorResult& one) {
  // Tools fold the tests of a class: one class for each requirement.
  pugi::xml_node test = add_test(suite, fmt::format("{}.{}.{}", one.format, one.op, requirement_of(one)), one.id);
  const Tone tone = tone_of(one);
  if (tone == Tone::good) return;
  const std::string_view what = what_of(one);
  std::string message = what == one.result ? one.result : fmt::format("{}: {}", one.result, what);
  if (!one.cause.empty()) message += ": " + one.cause;
  if (tone == Tone::silent) {
    put_text(test.append_child("skipped"), one.result);
  } else if (tone == Tone::unjudged) {
    put_end(test, "error", one.result, one.result, details_of(one));
  } else if (tone >= Tone::lenient && one.expectation != "met") {
    put_end(test, "failure", one.result, message, details_of(one));
  } else {
    put_text(test.append_child("system-out"),
             fmt::format("{}{} {}\n{}", one.expectation == "met" ? "expected: " : "not scored: ", one.level, message,
                         details_of(one)));
  }
}

void add(pugi::xml_node root, const ConformanceResult& result) {
  for (const Run& run : result.runs) {
    pugi::xml_node suite =
        add_suite(root, fmt::format("{}: {} {}", full_name(result.implementation), run.format, run.op));
    pugi::xml_node property = suite.append_child("properties").append_child("property");
    set(property, "name", std::string_view("verdict"));
    set(property, "value",
        fmt::format("{}: {}", verdict_of(result, run), sentence(run.verdict, score_of(result, run))));
    for (const VectorResult& one : result.results) {
      if (one.format == run.format && one.op == run.op) add(suite, one);
    }
  }
}

std::string text_of_findings(const InputReport& input) {
  std::string text;
  for (const Diagnostic& one : input.diagnostics) {
    fmt::format_to(std::back_inserter(text), "byte {}{}: {}: {} [{} {}]{}\n", one.offset,
                   one.part == Part::body ? " of the body" : "", to_string(one.severity), one.message, one.rule,
                   to_string(one.level), one.path.empty() ? "" : " at " + one.path);
  }
  return text;
}

void add(pugi::xml_node suite, const InputReport& input, const std::string& group) {
  pugi::xml_node test = add_test(suite, group, subject(input));
  const std::string findings = text_of_findings(input);
  const std::string message = input.diagnostics.empty() ? "" : input.diagnostics.front().message;
  if (input.verdict == InputVerdict::invalid) {
    put_end(test, "failure", "invalid", message, findings);
  } else if (input.verdict != InputVerdict::valid) {
    put_end(test, "error", to_string(input.verdict), message, findings);
  } else if (!findings.empty()) {
    put_text(test.append_child("system-out"), findings);
  }
}

void add(pugi::xml_node root, const ValidationReport& report) {
  std::map<std::string, pugi::xml_node> suites;  // by format
  for (const InputReport& input : report.inputs) suites[input.format.value_or("unknown")];
  for (auto& [format, suite] : suites) suite = add_suite(root, "validate: " + format);
  for (const InputReport& input : report.inputs) {
    const std::string format = input.format.value_or("unknown");
    add(suites[format], input, "validate." + format);
  }
}

}  // namespace

std::string junit(const Results& results) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", std::string_view("1.0"));
  set(declaration, "encoding", std::string_view("UTF-8"));
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", std::string_view("hallmark"));
  for (const ConformanceResult& result : results.conformance) add(root, result);
  for (const ValidationReport& report : results.validations) add(root, report);
  for (const pugi::xml_node suite : root.children()) {
    put_counts(suite);
    set(suite, "skipped", suite.select_nodes(".//skipped").size());
  }
  put_counts(root);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(out).str();
}

}  // namespace hallmark::reports
