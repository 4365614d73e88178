// SPDX-License-Identifier: Apache-2.0
// Who takes inputs that break a rule: what is published, and how it is said.
#include "reports/readers.hpp"

#include <fstream>
#include <iterator>

#include "conformance/examine/all_rules.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/schema.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/bounded_json.hpp"
#include "reports/forms.hpp"

using namespace hallmark;
using namespace hallmark::reports;
using namespace hallmark::testing::literals;

namespace {

InputReport judged(std::optional<std::string> format, const std::string& rule) {
  InputReport report;
  report.path = "x";
  report.format = std::move(format);
  report.size = 9;
  Diagnostic one;
  one.rule = rule;
  one.clause = "made-up#here";
  report.diagnostics = {one, one};
  return report;
}

}  // namespace

TEST_CASE("readers: what is published follows its schema, and names formats and rules that there are") {
  std::ifstream file(HALLMARK_SOURCE_DIR "/reports/published/readers.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(testing::breach(parse_json(text), "published_readers.schema.json") == "");
  CHECK_FALSE(published_readers().empty());
  for (const auto& [key, readers] : published_readers()) {
    CAPTURE(key.first, key.second);
    CHECK(codec_named(key.first) != nullptr);
    CHECK(conformance::rule_named(conformance::all_rules(), key.second) != nullptr);
    CHECK((!readers->judged.empty() || readers->withheld));
    for (const JudgedReader& reader : readers->judged) CHECK(reader.put() > 0);
  }
}

TEST_CASE("readers: a rule that formats share is answered for the format of the input") {
  const std::string shared = "padding-not-applicable"_rule;
  InputReport documents = judged(testing::example::format, shared);
  InputReport tensor = judged(testing::example::second, shared);
  InputReport unknown = judged(std::nullopt, shared);
  InputReport ours = judged(testing::example::format, "hallmark/gzip");
  for (InputReport* report : {&documents, &tensor, &unknown, &ours}) add_readers(*report);
  CHECK(documents.diagnostics[1].readers == published_readers().at({testing::example::format, shared}));
  CHECK(tensor.diagnostics[1].readers == published_readers().at({testing::example::second, shared}));
  CHECK(unknown.diagnostics[0].readers == nullptr);
  CHECK(ours.diagnostics[0].readers == nullptr);
}

TEST_CASE("readers: who takes all, refuses all, takes some, does otherwise, and what is withheld") {
  const auto said = [](std::vector<JudgedReader> judged, bool withheld = false) {
    return text_of(Readers{std::move(judged), withheld});
  };
  CHECK(said({{"a", "1.0", "", 7, 0}}) == "tried with 7 inputs that break this rule: all taken by a 1.0");
  CHECK(said({{"a", "1.0", "", 0, 1}}) == "tried with 1 input that breaks this rule: all refused by a 1.0");
  CHECK(said({{"a", "1", "", 7, 0}, {"b", "2", "", 0, 6}, {"c", "3", "", 3, 4}}) ==
        "tried with up to 7 inputs that break this rule: all taken by a 1; all refused by b 2; some taken by c 3 (3 of "
        "7)");
  CHECK(said({{"a", "1", "x", 2, 0},
              {"a", "1", "y", 2, 0},
              {"b", "1", "", 2, 0},
              {"b", "2", "", 2, 0},
              {"b", "2", "x", 2, 0}}) ==
        "tried with 2 inputs that break this rule: all taken by a 1 (x, y), b 1 and 2, b 2 (x)");
  CHECK(said({{"a", "1", "x", 1, 2}, {"a", "1", "y", 2, 1}}) ==
        "tried with 3 inputs that break this rule: some taken by a 1 (x 1 of 3, y 2 of 3)");
  CHECK(said({{"a", "1", "", 4, 0, {{"wrong-value", 1}, {"no-such", 2}}}}) ==
        "tried with 7 inputs that break this rule: otherwise with a 1 (no-such at 2 of 7 and reads another value at 1 "
        "of 7)");
  CHECK(said({{"a", "1", "", 4, 0}}, true) ==
        "tried with 4 inputs that break this rule: all taken by a 1; what others do is withheld until it is repaired");
  CHECK(said({}, true) == "tried with inputs that break this rule: what they do is withheld until it is repaired");
}

TEST_CASE("readers: text names them once for each rule, JSON and Markdown beside each finding") {
  ValidationReport report;
  report.inputs = {judged(testing::example::format, "boolean"_rule)};
  report.summary.add(report.inputs[0]);
  CHECK_FALSE(to_json(report).dump().find("\"readers\"") != std::string::npos);
  const auto readers = std::make_shared<const Readers>(Readers{{{"a", "1", "", 1, 2, {{"crash", 3}}}}, true});
  for (Diagnostic& one : report.inputs[0].diagnostics) one.readers = readers;
  const std::string line = "  readers: " + text_of(*readers) + "\n";
  for (const bool quiet : {false, true}) {
    const std::string text = text_of(report.inputs[0], {}, {}, {.quiet = quiet});
    CHECK(text.find(line) != std::string::npos);
    CHECK(text.find(line) == text.rfind(line));
  }
  const Json json = to_json(report);
  for (const Json& one : json["inputs"][0]["diagnostics"]) {
    CHECK(testing::breach(one, "diagnostic.schema.json") == "");
    CHECK(
        one["readers"].dump() ==
        R"({"judged":[{"name":"a","version":"1","way":"","took":1,"refused":2,"otherwise":{"crash":3}}],"withheld":true})");
  }
  CHECK(to_json(validation_from(json)) == json);
  const Readers many{{{"a", "1", "", 0, 0, {{"hang", UINT64_MAX}}}}};
  CHECK(to_json(many)["judged"][0]["otherwise"]["hang"] == "18446744073709551615");
  CHECK_THAT(markdown({{}, {report}}, {}), Catch::Contains("that break this rule; otherwise with a 1"));
}
