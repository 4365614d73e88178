// SPDX-License-Identifier: Apache-2.0
// The forms of a report that other programs read: SARIF, JUnit, annotations, Markdown, badges, differences.
#include "reports/forms.hpp"

#include <algorithm>
#include <pugixml.hpp>

#include "conformance/reports/samples.hpp"
#include "conformance/suite/score.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "reports/deviations.hpp"
#include "reports/diff.hpp"
#include "reports/links.hpp"
#include "reports/score.hpp"

using namespace hallmark;
using namespace hallmark::reports;
using report_test::lines_of;
using report_test::vector_result;

namespace {

constexpr const char* hostile = "a|b`c\n::error::x\r</svg>&<script>[y](http://z) www.w.w %0A\x1b[31m\x01\xff]]>";

// One vector of every tone, and one known deviation.
ConformanceResult every_tone() {
  ConformanceResult result;
  result.implementation.name = "reader";
  result.implementation.version = "1.2";
  result.results = {vector_result("f/a/1", "MUST", "pass"),
                    vector_result("f/a/2", "MUST", "accepted-invalid", "f/boolean"),
                    vector_result("f/a/3", "MUST", "accepted-invalid", "f/boolean"),
                    vector_result("f/a/4", "SHOULD", "rejected-valid"),
                    vector_result("f/a/5", "DECISION", "wrong-value"),
                    vector_result("f/a/6", "DECISION", "crash"),
                    vector_result("f/a/7", "MUST", "unsupported"),
                    vector_result("f/a/8", "MUST", "not-run"),
                    vector_result("f/a/9", "MUST", "accepted-invalid", "f/string-nul")};
  result.results.back().expectation = "met";
  for (const std::size_t i : {1U, 2U, 8U}) result.results[i].addressee = "data";
  result.runs = conformance::tally(result.results);
  return result;
}

ValidationReport findings() {
  ValidationReport report;
  InputReport file;
  file.path = "./models/a b.f";
  file.format = "f";
  file.size = 40;
  file.verdict = InputVerdict::invalid;
  Diagnostic one;
  one.rule = "f/boolean";
  one.clause = "made-up#boolean";
  one.offset = 24;
  one.length = 1;
  one.path = "documents[0].ok";
  one.message = "invalid boolean 0x02";
  one.expected = "0 or 1";
  file.diagnostics = {one};
  InputReport message = file;
  message.path = "/tmp/x:y.http";
  message.message = 1;
  message.diagnostics[0].part = Part::body;
  InputReport absent;
  absent.path = "-";
  absent.verdict = InputVerdict::unreadable;
  absent.diagnostics = {one};
  absent.diagnostics[0].severity = Severity::warning;
  report.inputs = {absent, message, file};
  for (const InputReport& input : report.inputs) report.summary.add(input);
  return report;
}

pugi::xml_document parsed(const std::string& xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(xml.data(), xml.size());
  CAPTURE(result.description(), result.offset);
  REQUIRE(result);
  return document;
}

}  // namespace

TEST_CASE("deviations are grouped by requirement and result, the worst first") {
  const ConformanceResult result = every_tone();
  std::vector<std::string> said;
  for (const Deviations& group : deviations_of(result.results)) {
    said.push_back(group.subject + " " + group.result + " " + std::to_string(group.results.size()));
  }
  CHECK(said == std::vector<std::string>{"f/a/* crash 1", "f/boolean accepted-invalid 2",
                                         "f/string-nul accepted-invalid 1", "f/a/* rejected-valid 1",
                                         "f/a/* wrong-value 1", "f/a/* not-run 1"});
  CHECK(describe(deviations_of(result.results)[1]) ==
        "accepts what the format forbids (2 of 2 vectors, such as f/a/2)");
}

TEST_CASE("a format forbids by a MUST alone, and of another value both are said") {
  const auto said = [](const char* level, const char* result, const char* op = "decode") {
    std::vector<VectorResult> one{vector_result("f/a/1", level, result)};
    one[0].op = op;
    one[0].actual.message = "value.n is -1, expected 255";
    return describe(deviations_of(one).front());
  };
  CHECK(said("MUST", "accepted-invalid") == "accepts what the format forbids (1 of 1 vector: f/a/1)");
  CHECK(said("SHOULD", "accepted-invalid") == "accepts what the format advises against (1 of 1 vector: f/a/1)");
  for (const char* level : {"DECISION", "LIMIT"}) {
    CHECK(said(level, "accepted-invalid") ==
          "accepts what Hallmark refuses; the format leaves it open (1 of 1 vector: f/a/1)");
    CHECK(said(level, "rejected-valid") ==
          "rejects what Hallmark accepts; the format leaves it open (1 of 1 vector: f/a/1)");
  }
  CHECK(said("DECISION", "accepted-invalid", "encode") == "encodes what has no encoding (1 of 1 vector: f/a/1)");
  CHECK(said("MUST", "rejected-valid") == "rejects what the format allows (1 of 1 vector: f/a/1)");
  CHECK(said("MUST", "wrong-value") == "reads another value (1 of 1 vector: f/a/1: value.n is -1, expected 255)");
}

TEST_CASE("what is not scored brings no hazard") {
  const auto hazard = [](const VectorResult&) { return std::string("corruption"); };
  const auto found = [&](const char* level, const char* result) {
    return deviations_of({vector_result("f/a/1", level, result, "f/r")}, hazard).front().hazard;
  };
  CHECK(found("MUST", "accepted-invalid") == "corruption");
  CHECK(found("LIMIT", "crash") == "corruption");
  for (const char* level : {"SHOULD", "DECISION", "LIMIT"}) {
    CHECK(found(level, "accepted-invalid").empty());
    CHECK(found(level, "wrong-value").empty());
  }
}

TEST_CASE("deviations are ordered by hazard, then by how much of the requirement fails") {
  std::vector<VectorResult> results;
  const auto add = [&](const char* rule, const char* result, int times) {
    for (int i = 0; i < times; ++i) {
      results.push_back(vector_result(fmt::format("f/a/{}", results.size()), "MUST", result, rule));
      results.back().addressee = "data";
    }
  };
  add("f/corner", "accepted-invalid", 3);
  add("f/corner", "pass", 30);
  add("f/missing", "accepted-invalid", 2);
  add("f/risky", "accepted-invalid", 1);
  add("f/risky", "pass", 9);
  add("f/refused", "wrong-bytes", 1);
  add("f/crashing", "crash", 1);
  add("f/crashing", "pass", 50);
  const auto hazard = [](const VectorResult& one) { return one.expected.rule == "f/risky" ? "corruption" : ""; };
  std::string order;
  for (const Deviations& group : deviations_of(results, hazard)) order += group.subject + " " + share(group) + "\n";
  CHECK(order ==
        "f/crashing 1 of 51 vectors\nf/refused 1 of 1 vector\nf/risky 1 of 10 vectors\nf/missing 2 of 2 vectors\n"
        "f/corner 3 of 33 vectors\n");
}

TEST_CASE("a score puts requirements before vectors") {
  ConformanceResult result;
  const auto said = [&](std::vector<VectorResult> results) {
    result.results = std::move(results);
    result.runs = conformance::tally(result.results);
    const Run& run = result.runs.front();
    return sentence(run.verdict, score_of(result, run)) + "; " + brief(run.verdict, score_of(result, run));
  };
  const VectorResult valid = vector_result("f/a/1", "MUST", "pass");
  VectorResult taken = vector_result("f/a/2", "MUST", "accepted-invalid", "f/boolean");
  VectorResult other = vector_result("f/a/3", "MUST", "accepted-invalid", "f/string-nul");
  taken.addressee = other.addressee = "data";
  const VectorResult kept = vector_result("f/a/4", "MUST", "pass", "f/kept");
  const VectorResult refused = vector_result("f/a/5", "MUST", "rejected-valid");
  const VectorResult unsupported = vector_result("f/a/6", "MUST", "unsupported");
  CHECK(said({valid, kept}) == "keeps all 2 requirements (2 vectors); 2 requirements (2 vectors)");
  CHECK(said({valid, kept, unsupported}) ==
        "keeps all 2 requirements that were judged (2 vectors; 1 not judged); 2 requirements (2 vectors)");
  CHECK(said({valid, taken, kept}) ==
        "accepts what 1 of 2 rules forbids, 1 cause (1 of 3 vectors); 1 of 2 rules (1 of 3 vectors)");
  CHECK(said({valid, taken, other, kept}) ==
        "accepts what 2 of 3 rules forbid, 2 causes (2 of 4 vectors); 2 of 3 rules (2 of 4 vectors)");
  taken.cause = other.cause = "one cause";
  CHECK(said({valid, taken, other, kept}) ==
        "accepts what 2 of 3 rules forbid, 1 cause (2 of 4 vectors); 2 of 3 rules (2 of 4 vectors)");
  CHECK(said({refused, taken, other, kept}) ==
        "breaks 3 of 4 requirements, 2 causes (3 of 4 vectors); 3 of 4 requirements (3 of 4 vectors)");
  CHECK(said({unsupported}) == "no requirement was judged; 0 requirements (0 vectors)");
  const VectorResult choice = vector_result("f/a/7", "DECISION", "pass");
  CHECK(said({unsupported, choice}) == "no requirement was judged; 0 requirements (0 vectors)");
  std::vector<VectorResult> many(1056, kept);
  CHECK(said(many) == "keeps all 1 requirement (1,056 vectors); 1 requirement (1,056 vectors)");
}

TEST_CASE("sarif: findings have byte offsets in files, and none in bodies of messages") {
  const Json log = sarif({{}, {findings()}}, report_test::sample_details("x").rules);
  CHECK(log["version"] == "2.1.0");
  const Json& run = log["runs"][0];
  const Json& results = run["results"];
  REQUIRE(results.size() == 3);
  const auto place = [&](std::size_t i) { return results[i]["locations"][0]["physicalLocation"]; };
  CHECK_FALSE(place(0)["artifactLocation"].contains("uri"));
  CHECK_FALSE(place(1).contains("region"));
  CHECK(place(1)["artifactLocation"]["uri"] == "file:///tmp/x:y.http");
  CHECK(results[1]["properties"]["bodyOffset"] == 24);
  CHECK(place(2)["artifactLocation"]["uri"] == "models/a%20b.f");
  CHECK(place(2)["region"] == Json({{"byteOffset", 24}, {"byteLength", 1}}));
  CHECK(results[2]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "documents[0].ok");
  CHECK(results[0]["level"] == "warning");
  CHECK(results[2]["level"] == "error");
  // Every result names its rule in the driver, and its file among the artifacts.
  for (const Json& one : results) {
    CHECK(run["tool"]["driver"]["rules"][one["ruleIndex"].get<std::size_t>()]["id"] == one["ruleId"]);
    CHECK(one["locations"][0]["physicalLocation"]["artifactLocation"]["index"] < run["artifacts"].size());
  }
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
}

TEST_CASE("sarif: a rule brings the sentence that it rests on, and what could be written instead") {
  Rule rule = *report_test::sample_rule("x");
  rule.clause = {"rfc8259", "4-objects", ""};
  rule.demand = {Addressee::reader, "section-4", "Names are strings."};
  const Json log = sarif({{}, {findings()}}, {{"f/boolean", &rule}});
  for (const Json& one : log["runs"][0]["tool"]["driver"]["rules"]) {
    if (one["id"] != "f/boolean") continue;
    const std::string address = "https://www.rfc-editor.org/rfc/rfc8259.html#section-4";
    const Json& properties = one["properties"];
    CHECK(properties["addressee"] == "reader");
    CHECK(properties["source"] == address);
    CHECK(properties["repair"] == "x");
    const std::string help = one["help"]["markdown"];
    CHECK(help.ends_with("[rfc8259#4-objects: Names are strings.](" + address + ")"));
    return;
  }
  FAIL("no rule f/boolean");
}

TEST_CASE("sarif: deviations have a level by their tone, and known ones are suppressed") {
  const Json log = sarif({{every_tone()}, {}}, {});
  std::string levels;
  for (const Json& one : log["runs"][0]["results"]) {
    levels += one["level"].get<std::string>() + (one.contains("suppressions") ? "* " : " ");
  }
  CHECK(levels == "error error error* warning note warning ");
  const Json& one = log["runs"][0]["results"][1];
  CHECK(one["ruleId"] == "f/boolean");
  CHECK(one["properties"]["vectors"] == Json({"f/a/2", "f/a/3"}));
  CHECK(log["runs"][0]["properties"]["verdicts"][0]["verdict"] == "non-conformant");
}

TEST_CASE("junit: a failure is what makes the exit code 1, an error what was not judged") {
  const pugi::xml_document document = parsed(junit({{every_tone()}, {findings()}}));
  const pugi::xml_node root = document.child("testsuites");
  const auto attribute = [](pugi::xml_node node, const char* name) { return node.attribute(name).as_uint(99); };
  CHECK(attribute(root, "tests") == 12);
  CHECK(attribute(root, "failures") == 3 + 2);  // two of f/boolean, the crash, two invalid inputs
  CHECK(attribute(root, "errors") == 1 + 1);
  const pugi::xml_node first = root.child("testsuite");
  CHECK(first.child("properties").child("property").attribute("value").value() ==
        std::string("non-conformant: breaks 3 of 3 requirements, 3 causes (4 of 5 vectors)"));
  CHECK(first.child("testcase").next_sibling("testcase").attribute("classname").value() ==
        std::string("f.decode.f/boolean"));
  for (const pugi::xml_node suite : root.children("testsuite")) {
    CAPTURE(suite.attribute("name").value());
    unsigned tests = 0, failures = 0, errors = 0, skipped = 0;
    for (const pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      failures += test.child("failure") ? 1 : 0;
      errors += test.child("error") ? 1 : 0;
      skipped += test.child("skipped") ? 1 : 0;
    }
    CHECK(attribute(suite, "tests") == tests);
    CHECK(attribute(suite, "failures") == failures);
    CHECK(attribute(suite, "errors") == errors);
    CHECK(attribute(suite, "skipped") == skipped);
  }
}

TEST_CASE("annotations: one command a line, errors first, known deviations left out") {
  const std::vector<std::string> lines = lines_of(annotations({{every_tone()}, {findings()}}));
  REQUIRE(lines.size() == 9);
  CHECK(lines[0].starts_with("::error title=reader 1.2%3A f/a/* DECISION::decode crashes (1 of 2 vectors"));
  CHECK(std::ranges::count(lines,
                           "::notice title=reader 1.2%3A f decode non-conformant::breaks 3 of 3 requirements, "
                           "3 causes (4 of 5 vectors)") == 1);
  CHECK(lines[2].starts_with("::error file=/tmp/x%3Ay.http,title=f/boolean MUST::byte 24 of the body of message 1"));
  CHECK(lines[3] ==
        "::error file=models/a b.f,title=f/boolean MUST::byte 24 at documents[0].ok: invalid boolean 0x02 "
        "(expected 0 or 1)");
  CHECK(std::ranges::is_sorted(lines, {}, [](const std::string& line) {
    return line.starts_with("::error") ? 0 : line.starts_with("::warning") ? 1 : 2;
  }));
}

TEST_CASE("badge: the worst verdict decides") {
  const auto said = [](const ConformanceResult& result) {
    const Badge badge = badge_of({{result}, {}});
    return badge.label + ": " + badge.message;
  };
  ConformanceResult result = every_tone();
  CHECK(said(result) == "f: non-conformant: 3 of 3 requirements (4 of 5 vectors)");
  result.runs[0].verdict = "lenient";
  CHECK(said(result) == "f: lenient: 3 of 2 rules (4 of 5 vectors)");
  result.results.clear();
  result.runs = {{.format = "f", .op = "decode", .verdict = "non-conformant", .counts = {}},
                 {.format = "g", .op = "decode", .verdict = "lenient", .counts = {}}};
  CHECK(said(result) == "hallmark: non-conformant");
  result.runs[0].verdict = "partial";
  CHECK(said(result) == "hallmark: lenient");
  result.runs[1].verdict = "conformant";
  CHECK(said(result) == "hallmark: partial");
  result.runs[0].verdict = "conformant";
  CHECK(said(result) == "hallmark: conformant");
  result.implementation.capabilities =
      Json::array({{{"format", "g"}, {"ops", {"decode"}}, {"features", Json::array({"verdict-only"})}}});
  CHECK(said(result) == "hallmark: conformant, verdicts only");
  result.complete = false;
  CHECK(said(result) == "hallmark: conformant, verdicts only, interrupted");
  CHECK(badge_of({{result}, {}}).colour != badge_of({{every_tone()}, {}}).colour);

  CHECK(badge_of({{}, {findings()}}).message == "2 of 3 invalid");
  CHECK(badge_of({{}, {ValidationReport{}}}).message == "nothing checked");
  CHECK(endpoint(badge_of({{}, {findings()}}))["schemaVersion"] == 1);
  const pugi::xml_document picture = parsed(svg({hostile, hostile, "#000000"}));
  CHECK(picture.child("svg").child("title"));
}

TEST_CASE("hostile text adds nothing to the structure of a form") {
  const Results calm{{report_test::sample_result("calm")}, {report_test::sample_validation("calm")}};
  Results wild{{report_test::sample_result(hostile)}, {report_test::sample_validation(hostile)}};
  ConformanceResult& one = wild.conformance[0];
  one.results[0].result = one.runs[0].verdict = calm.conformance[0].results[0].result;
  one.results[0].expectation = calm.conformance[0].results[0].expectation;

  const auto shape_of = [](const pugi::xml_document& document) {
    struct Walker final : pugi::xml_tree_walker {
      std::string shape;
      bool for_each(pugi::xml_node& node) override {
        shape += std::string(static_cast<std::size_t>(depth()), ' ') + node.name() + '\n';
        return true;
      }
    } walker;
    pugi::xml_document copy;
    copy.reset(document);
    copy.traverse(walker);
    return walker.shape;
  };
  CHECK(shape_of(parsed(junit(calm))) == shape_of(parsed(junit(wild))));

  const std::vector<std::string> commands = lines_of(annotations(wild));
  CHECK(commands.size() == lines_of(annotations(calm)).size());
  for (const std::string& line : commands) {
    CHECK(line.starts_with("::"));
    CHECK(line.find("%250A") != std::string::npos);
    CHECK(line.find('\r') == std::string::npos);
  }

  const auto cells = [](const std::string& page) {
    std::vector<std::ptrdiff_t> counts;
    for (const std::string& line : lines_of(page)) counts.push_back(std::count(line.begin(), line.end(), '|'));
    return counts;
  };
  const std::string page = markdown(wild, report_test::sample_details(hostile).rules);
  CHECK(cells(page) == cells(markdown(calm, report_test::sample_details("calm").rules)));
  for (const char* markup : {"<script", "](http", "`c", "www.w"}) CHECK(page.find(markup) == std::string::npos);

  CHECK_NOTHROW(sarif_text(wild, {}));
}

TEST_CASE("markdown: findings and deviations name rule, level and the address of the sentence") {
  const auto& every = testing::example::codec().rules;
  const auto cited = std::ranges::find_if(
      every, [](const Rule* rule) { return !specification_address(rule->clause.document).empty(); });
  const std::string document((*cited)->clause.document);
  Rule rule = *report_test::sample_rule("x");
  rule.clause = {document, "boolean", ""};
  rule.demand.source = "L7";
  const RulesById rules = {{"f/boolean", &rule}};
  const std::string page = markdown({{every_tone()}, {findings()}}, rules);
  const std::string clause = "[" + document + "&#35;boolean](" + source_address(rule) + ")";
  for (const std::string& row :
       {std::string("| f | decode | **non-conformant** | breaks 3 of 3 requirements, 3 causes (4 of 5 "
                    "vectors) | 1 | 1 | 1 | 1 |"),
        "| 🟠 | f/boolean | MUST | " + clause + " |", std::string("1 deviation as expected."),
        std::string("| ./models/a b.f | 24 | error | invalid boolean 0x02 at "
                    "documents&#91;0&#93;.ok (expected 0 or 1) |")}) {
    CAPTURE(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("markdown stays below the size of a job summary and says what it left out") {
  ValidationReport report = findings();
  for (int i = 0; i < 20'000; ++i) report.inputs.push_back(report.inputs.back());
  const std::string page = markdown({{}, {report}}, {});
  CHECK(page.size() < 1'000'000);
  CHECK(page.find(" more left out.") != std::string::npos);
}

TEST_CASE("diff: what became worse, better, was added or is gone") {
  const ConformanceResult older = every_tone();
  CHECK(diff({older}, {older}).empty());
  ConformanceResult newer = every_tone();
  newer.results[0].result = "hang";
  newer.results[1].result = "pass";
  newer.results.erase(newer.results.begin() + 6);
  newer.results.push_back(vector_result("f/b/1", "MUST", "pass"));
  newer.runs[0].verdict = "partial";
  CHECK(text(diff({older}, {newer})) ==
        "worse    reader 1.2: decode f/a/1 MUST: pass to hang\n"
        "gone     reader 1.2: decode f/a/7 MUST: unsupported\n"
        "better   reader 1.2: f decode: non-conformant to partial\n"
        "better   reader 1.2: decode f/a/2 MUST: accepted-invalid to pass\n"
        "added    reader 1.2: decode f/b/1 MUST: pass\n"
        "1 worse, 1 gone, 2 better, 1 added\n");
  CHECK_THAT(text(diff({newer}, {older})),
             Catch::StartsWith("verdict  reader 1.2: f decode: partial to non-conformant\n"));
  ConformanceResult other = every_tone();
  other.implementation.name = "another";
  CHECK(text(diff({older, other}, {older})) == "gone     another\n1 gone\n");
}

TEST_CASE("diff: what is better, added or of the same severity is no bad news") {
  const auto bad = [](const char* before, const char* after) {
    const auto result = [](const std::string& verdict) {
      ConformanceResult one;
      one.runs = {{.format = "f", .op = "decode", .verdict = verdict, .counts = {}}};
      return one;
    };
    const std::vector<Change> changes = diff({result(before)}, {result(after)});
    return std::ranges::any_of(changes, &Change::bad);
  };
  CHECK_FALSE(bad("non-conformant", "lenient"));
  CHECK_FALSE(bad("lenient", "conformant"));
  CHECK_FALSE(bad("partial", "conformant"));
  CHECK(bad("conformant", "partial"));
  CHECK(bad("conformant", "lenient"));
  CHECK(bad("lenient", "non-conformant"));
  CHECK(bad("conformant", "not-tested"));
}

TEST_CASE("diff of validations: verdicts, and findings that are new or gone") {
  const ValidationReport older = findings();
  CHECK(diff(older, older).empty());
  ValidationReport newer = findings();
  newer.inputs[2].verdict = InputVerdict::valid;
  newer.inputs[2].diagnostics[0].severity = Severity::warning;
  newer.inputs[1].diagnostics[0].offset = 25;
  newer.inputs.erase(newer.inputs.begin());
  CHECK(text(diff(older, newer)) ==
        "worse    /tmp/x:y.http[1]:25: new error: invalid boolean 0x02 [f/boolean]\n"
        "gone     -: unreadable\n"
        "better   ./models/a b.f: invalid to valid\n"
        "better   ./models/a b.f:24: error to warning [f/boolean]\n"
        "better   /tmp/x:y.http[1]:24: no longer error: invalid boolean 0x02 [f/boolean]\n"
        "1 worse, 1 gone, 3 better\n");
}
