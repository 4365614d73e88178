// SPDX-License-Identifier: Apache-2.0
#include "reports/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "reports/bounded_json.hpp"
#include "reports/json_at.hpp"
#include "reports/readers.hpp"

namespace hallmark::reports {
namespace {

// In the order of Result.
constexpr std::array<std::string_view, 14> result_names{
    "pass", "accepted-invalid", "rejected-valid", "wrong-value", "wrong-bytes", "other-bytes", "over-budget", "crash",
    "hang", "protocol-error",   "harness-error",  "unsupported", "skipped",     "not-run"};

constexpr int result_version = 2;                // version 1 is read, too
constexpr std::size_t most_capabilities = 1000;  // merge compares each with all others

Json or_null(const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); }

Json or_null(const std::optional<std::uint64_t>& value) { return value ? number(*value) : Json(nullptr); }

Json to_json(const Implementation& implementation) {
  return {{"name", implementation.name},
          {"version", implementation.version},
          {"language", implementation.language},
          {"homepage", implementation.homepage},
          {"capabilities", implementation.capabilities}};
}

Json to_json(const Broken& one) {
  return {{one.rule.empty() ? "clause" : "rule", one.rule.empty() ? one.clause : one.rule},
          {"addressee", one.addressee},
          {"failed", number(one.failed)},
          {"of", number(one.of)},
          {"cause", one.cause},
          {"position", one.position.empty() ? Json() : Json(one.position)}};
}

Json to_json(const Requirements& requirements) {
  Json broken = Json::array();
  for (const Broken& one : requirements.broken) broken.push_back(to_json(one));
  return {{"judged", number(requirements.judged)}, {"broken", std::move(broken)}};
}

Json to_json(const Run& run) {
  Json counts = Json::object();
  for (const auto& [level, results] : run.counts) {
    Json row = Json::object();
    for (const auto& [result, count] : results) row[result] = number(count);
    counts[level] = std::move(row);
  }
  return {{"format", run.format},
          {"op", run.op},
          {"verdict", run.verdict},
          {"counts", std::move(counts)},
          {"requirements", to_json(run.requirements.value_or(Requirements{}))}};
}

Json to_json(const VectorResult& result) {
  return {{"id", result.id},
          {"format", result.format},
          {"op", result.op},
          {"level", result.level},
          {"result", result.result},
          {"expected",
           {{"verdict", result.expected.verdict},
            {"rule", or_null(result.expected.rule)},
            {"category", or_null(result.expected.category)},
            {"offset", or_null(result.expected.offset)}}},
          {"actual",
           {{"result", result.actual.result},
            {"category", or_null(result.actual.category)},
            {"offset", or_null(result.actual.offset)},
            {"message", or_null(result.actual.message)}}},
          {"expectation", or_null(result.expectation)},
          {"stderr", result.standard_error}};
}

// An integer from -1.
std::int64_t read_more(const JsonAt& at) {
  const Json& json = at.json();
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX;
  if (json.is_number_integer() && fits && json.get<std::int64_t>() >= -1) return json.get<std::int64_t>();
  at.fail("this must be an integer from -1");
}

Json read_capability(const JsonAt& at) {
  Json capability{{"format", at["format"].text()}};
  for (const char* member : {"ops", "features"}) capability[member] = at[member].list(&JsonAt::text);
  return capability;
}

Implementation read_implementation(const JsonAt& at) {
  Implementation implementation;
  implementation.name = at["name"].text();
  implementation.version = at["version"].text();
  implementation.language = at["language"].text();
  implementation.homepage = at["homepage"].text();
  const JsonAt capabilities = at["capabilities"];
  if (capabilities.json().size() > most_capabilities) {
    capabilities.fail(fmt::format("more than {} capabilities", most_capabilities));
  }
  implementation.capabilities = capabilities.list(read_capability);
  return implementation;
}

Broken read_broken(const JsonAt& at) {
  Broken one;
  if (at.has("rule") == at.has("clause")) at.fail("this needs a rule or a clause");
  (at.has("rule") ? one.rule : one.clause) = at[at.has("rule") ? "rule" : "clause"].filled_text();
  one.addressee = at["addressee"].one_of({"data", "reader", "writer"});
  one.failed = at["failed"].count();
  one.of = at["of"].count();
  one.cause = at["cause"].text();
  const auto position = [](const JsonAt& said) { return said.one_of({"accepted", "by design", "open"}); };
  one.position = at["position"].or_null(position).value_or("");
  return one;
}

Run read_run(const JsonAt& at) {
  Run run;
  run.format = at["format"].text();
  run.op = at["op"].one_of({"decode", "encode"});
  run.verdict = at["verdict"].one_of({"conformant", "lenient", "non-conformant", "partial", "not-tested"});
  at["counts"].members([&](const std::string& level, const JsonAt& results) {
    results.members([&](const std::string& result, const JsonAt& count) { run.counts[level][result] = count.count(); });
  });
  if (at.has("requirements")) {
    const JsonAt requirements = at["requirements"];
    run.requirements = {requirements["judged"].count(), requirements["broken"].list(read_broken)};
  }
  return run;
}

VectorResult read_result(const JsonAt& at) {
  VectorResult result;
  result.id = at["id"].text();
  result.format = at["format"].text();
  result.op = at["op"].one_of({"decode", "encode"});
  result.level = to_string(at["level"].one_of<Level>());
  result.result = to_string(at["result"].one_of<Result>());
  const JsonAt expected = at["expected"];
  result.expected.verdict = expected["verdict"].text();
  result.expected.rule = expected["rule"].or_null(&JsonAt::text);
  result.expected.category = expected["category"].or_null(&JsonAt::text);
  result.expected.offset = expected["offset"].or_null(&JsonAt::count);
  const JsonAt actual = at["actual"];
  result.actual.result = actual["result"].text();
  result.actual.category = actual["category"].or_null(&JsonAt::text);
  result.actual.offset = actual["offset"].or_null(&JsonAt::count);
  result.actual.message = actual["message"].or_null(&JsonAt::text);
  result.expectation = at["expectation"].or_null(&JsonAt::text);
  result.standard_error = at["stderr"].text();
  return result;
}

JudgedReader read_reader(const JsonAt& at) {
  JudgedReader reader;
  reader.name = at["name"].text();
  reader.version = at["version"].text();
  reader.way = at["way"].text();
  reader.took = at["took"].count();
  reader.refused = at["refused"].count();
  if (at.has("otherwise")) {
    at["otherwise"].members(
        [&](const std::string& result, const JsonAt& count) { reader.otherwise[result] = count.count(); });
  }
  return reader;
}

Readers read_readers(const JsonAt& at) { return {at["judged"].list(read_reader), at["withheld"].truth()}; }

Diagnostic read_diagnostic(const JsonAt& at) {
  Diagnostic diagnostic;
  diagnostic.rule = at["rule"].text();
  diagnostic.level = at["level"].one_of<Level>();
  diagnostic.clause = at["clause"].text();
  diagnostic.severity = at["severity"].one_of<Severity>();
  diagnostic.category = at["category"].one_of<Category>();
  diagnostic.offset = at["offset"].count();
  diagnostic.length = at["length"].count();
  if (at.has("part")) diagnostic.part = at["part"].one_of<Part>();
  diagnostic.path = at["path"].text();
  diagnostic.message = at["message"].text();
  if (at.has("expected")) diagnostic.expected = at["expected"].text();
  if (at.has("actual")) diagnostic.actual = at["actual"].text();
  if (at.has("readers")) diagnostic.readers = std::make_shared<const Readers>(read_readers(at["readers"]));
  return diagnostic;
}

Cut read_cut(const JsonAt& at) {
  Cut cut{.size = at["size"].count(), .counted = at.has("whole")};
  if (!cut.counted) return cut;
  cut.whole = at["whole"].count();
  cut.partial = at["partial"].count();
  cut.missing = at["missing"].count();
  return cut;
}

Json to_json(const Cut& cut) {
  Json json = {{"size", number(cut.size)}};
  if (!cut.counted) return json;
  json["whole"] = number(cut.whole);
  json["partial"] = number(cut.partial);
  json["missing"] = number(cut.missing);
  return json;
}

InputReport read_input(const JsonAt& at) {
  InputReport input;
  input.path = at["path"].text();
  if (at.has("message")) input.message = at["message"].count();
  if (at.has("member")) input.member = at["member"].text();
  if (at.has("skipped")) input.skipped = at["skipped"].count();
  input.format = at["format"].or_null(&JsonAt::text);
  input.size = at["size"].count();
  if (at.has("compression")) input.compression = at["compression"].text();
  input.verdict = at["verdict"].one_of<InputVerdict>();
  if (at.has("compat")) input.compat = at["compat"].one_of<InputVerdict>();
  input.diagnostics = at["diagnostics"].list(read_diagnostic);
  input.more = read_more(at["more"]);
  input.scratch = at["scratch"].count();
  if (at.has("cut")) input.cut = read_cut(at["cut"]);
  if (at.has("alternative")) input.alternative = at["alternative"]["format"].text();
  return input;
}

ConformanceResult read_conformance(const JsonAt& at) {
  const std::uint64_t version = at["result_version"].count();
  if (version < 1 || version > result_version) {
    at["result_version"].fail(fmt::format("version {} is not known; this program reads 1 and 2", version));
  }
  ConformanceResult result;
  result.hallmark = at["hallmark"].text();
  result.corpus_sha256 = at["corpus"]["sha256"].text();
  result.corpus_vectors = at["corpus"]["vectors"].count();
  result.complete = at["status"].one_of({"complete", "interrupted"}) == "complete";
  result.implementation = read_implementation(at["implementation"]);
  result.runs = at["runs"].list(read_run);
  for (const Run& run : result.runs) {
    if (version > 1 && !run.requirements) at["runs"].fail("a run of version 2 has requirements");
  }
  result.results = at["results"].list(read_result);
  return result;
}

ValidationReport read_validation(const JsonAt& at) {
  ValidationReport report;
  report.hallmark = at["hallmark"].text();
  report.profile = at["profile"].one_of<Profile>();
  if (at.has("config")) report.config = at["config"].text();
  report.inputs = at["inputs"].list(read_input);
  for (const InputReport& input : report.inputs) report.summary.add(input);
  const JsonAt summary = at["summary"];
  report.summary.skipped = summary["skipped"].count();
  if (summary.json() != to_json(report.summary)) summary.fail("this does not match the inputs");
  report.complete = !at.has("status");
  if (!report.complete) (void)at["status"].one_of({"interrupted"});
  return report;
}

}  // namespace

std::string_view to_string(Result result) noexcept {
  const auto index = static_cast<std::size_t>(result);
  return index < result_names.size() ? result_names[index] : "";
}

Json to_json(const Diagnostic& diagnostic) {
  Json json = {{"rule", diagnostic.rule},
               {"level", to_string(diagnostic.level)},
               {"clause", diagnostic.clause},
               {"severity", to_string(diagnostic.severity)},
               {"category", to_string(diagnostic.category)},
               {"offset", number(diagnostic.offset)},
               {"length", number(diagnostic.length)}};
  if (diagnostic.part != Part::whole) json["part"] = to_string(diagnostic.part);
  json["path"] = diagnostic.path;
  json["message"] = diagnostic.message;
  if (diagnostic.expected) json["expected"] = *diagnostic.expected;
  if (diagnostic.actual) json["actual"] = *diagnostic.actual;
  if (diagnostic.readers) json["readers"] = to_json(*diagnostic.readers);
  return json;
}

Json to_json(const InputReport& input) {
  Json json = {{"path", as_utf8(input.path)}};
  if (input.message) json["message"] = number(*input.message);
  if (input.member) json["member"] = as_utf8(*input.member);
  if (input.skipped) json["skipped"] = number(*input.skipped);
  json["format"] = input.format ? Json(*input.format) : Json();
  json["size"] = number(input.size);
  if (input.compression) json["compression"] = *input.compression;
  json["verdict"] = to_string(input.verdict);
  if (input.compat) json["compat"] = to_string(*input.compat);
  json["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : input.diagnostics) json["diagnostics"].push_back(to_json(diagnostic));
  json["more"] = input.more;
  json["scratch"] = number(input.scratch);
  if (input.cut) json["cut"] = to_json(*input.cut);
  if (input.alternative) json["alternative"] = {{"format", *input.alternative}};
  return json;
}

Json to_json(const Summary& summary) {
  return {{"inputs", number(summary.inputs)},   {"valid", number(summary.valid)},
          {"invalid", number(summary.invalid)}, {"unsupported", number(summary.unsupported)},
          {"limited", number(summary.limited)}, {"unreadable", number(summary.unreadable)},
          {"skipped", number(summary.skipped)}};
}

Json to_json(const ValidationReport& report) {
  Json inputs = Json::array();
  for (const InputReport& input : report.inputs) inputs.push_back(to_json(input));
  Json json = {{"hallmark", report.hallmark}, {"profile", to_string(report.profile)}};
  if (report.config) json["config"] = as_utf8(*report.config);
  json["inputs"] = std::move(inputs);
  json["summary"] = to_json(report.summary);
  if (!report.complete) json["status"] = "interrupted";
  return json;
}

Json to_json(const ConformanceResult& result) {
  Json runs = Json::array();
  for (const Run& run : result.runs) runs.push_back(to_json(run));
  Json results = Json::array();
  for (const VectorResult& vector : result.results) results.push_back(to_json(vector));
  return {{"result_version", result_version},
          {"hallmark", result.hallmark},
          {"corpus", {{"sha256", result.corpus_sha256}, {"vectors", number(result.corpus_vectors)}}},
          {"status", result.complete ? "complete" : "interrupted"},
          {"implementation", to_json(result.implementation)},
          {"runs", std::move(runs)},
          {"results", std::move(results)}};
}

bool verdicts_only(const Implementation& implementation, const Run& run) {
  const auto lists = [](const Json& capability, const char* member, const char* entry) {
    const auto list = capability.find(member);
    return list != capability.end() && std::find(list->begin(), list->end(), entry) != list->end();
  };
  return run.op == "decode" && std::ranges::any_of(implementation.capabilities, [&](const Json& one) {
           return one.is_object() && one.value("format", Json()) == run.format && lists(one, "ops", "decode") &&
                  lists(one, "features", "verdict-only");
         });
}

ConformanceResult conformance_from(const Json& json) { return read_conformance(JsonAt(json)); }

ValidationReport validation_from(const Json& json) { return read_validation(JsonAt(json)); }

void add_results(std::string_view text, Results& results) {
  const Json json = parse_json(text);
  const JsonAt at(json);
  if (at.has("result_version")) {
    results.conformance.push_back(read_conformance(at));
  } else if (at.has("inputs")) {
    results.validations.push_back(read_validation(at));
  } else if (at.has("matrix_version")) {
    // What `report merge` writes.
    if (at["matrix_version"].count() != 1) at["matrix_version"].fail("this is not 1");
    std::ranges::move(at["results"].list(read_conformance), std::back_inserter(results.conformance));
    std::ranges::move(at["validations"].list(read_validation), std::back_inserter(results.validations));
  } else {
    at.fail("this is neither a result of `conform` or `report merge` nor a report of `validate --report json`");
  }
}

}  // namespace hallmark::reports
