// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "reports/deviations.hpp"
#include "reports/forms.hpp"
#include "reports/links.hpp"
#include "reports/score.hpp"

namespace hallmark::reports {
namespace {

constexpr std::string_view schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

Json text(std::string_view words) { return {{"text", words}}; }

// A path as a URI reference: relative ones stay relative, so that they resolve in the repository.
std::string uri_of(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  std::string uri = path.starts_with('/') ? "file://" : "";
  // A colon in the first segment would be read as a scheme.
  const std::size_t slash = std::min(path.find('/'), path.size());
  if (uri.empty() && path.substr(0, slash).find(':') != std::string_view::npos) uri = "./";
  return uri + percent_encoded(path, "-._~/:@!$&'()*+,;=");
}

Json artifact_location(std::string_view path) {
  if (path == "-") return {{"description", text("standard input")}};
  return {{"uri", uri_of(path)}};
}

// A member is named by its place in the archive, which it never leaves: slashes of a name that would are no path.
Json artifact_location(const InputReport& input) {
  if (!input.member) return artifact_location(input.path);
  const std::string dotted = "/" + *input.member + "/";
  const bool leaves = std::ranges::any_of(std::array{"/../", "/./", "//"},
                                          [&](const char* one) { return dotted.find(one) != std::string::npos; });
  return {{"uri", "/" + percent_encoded(*input.member, leaves ? "-._~" : "-._~/")}};
}

// The rules of one run, in the order of their first finding. Results refer to them by index.
class Rules {
 public:
  explicit Rules(const RulesById& details) : details_(details) {}

  std::size_t index_of(const std::string& id) {
    const auto [found, is_new] = indices_.emplace(id, indices_.size());
    if (is_new) descriptors_.push_back(descriptor(id));
    return found->second;
  }

  Json take() { return std::move(descriptors_); }

 private:
  Json descriptor(const std::string& id) const {
    Json json = {{"id", id}};
    if (const std::string_view meaning = result_meaning(id); !meaning.empty()) {
      json["shortDescription"] = text(fmt::format("The implementation {}.", meaning));
      return json;
    }
    const auto found = details_.find(id);
    if (found == details_.end()) return json;
    const Rule& rule = *found->second;
    json["shortDescription"] = text(rule.title);
    json["fullDescription"] = text(fmt::format("{}{}{}", rule.title, rule.why.empty() ? "" : " ", rule.why));
    json["defaultConfiguration"] = {{"level", to_string(rule.severity)}};
    json["help"] = help(rule);
    if (const auto page = rule_page(id)) json["helpUri"] = *page;
    json["properties"] = {{"level", to_string(rule.level)},
                          {"kind", to_string(rule.kind)},
                          {"category", to_string(rule.category)},
                          {"clause", clause_text(rule)},
                          {"revision", rule.clause.revision},
                          {"tags", Json::array({to_string(rule.level), to_string(rule.category)})}};
    if (!rule.demand.text.empty()) {
      json["properties"]["addressee"] = to_string(rule.demand.addressee);
      json["properties"]["demand"] = rule.demand.text;
      json["properties"]["source"] = source_address(rule);
    }
    if (!rule.repair.empty()) json["properties"]["repair"] = rule.repair;
    return json;
  }

  static Json help(const Rule& rule) {
    const std::string clause = clause_text(rule);
    const std::string address = clause_address(rule);
    const std::string whose = rule.demand.text.empty() ? clause : fmt::format("{}: {}", clause, rule.demand.text);
    const std::string_view level = to_string(rule.level);
    return {{"text", fmt::format("{}\n{}: {}{}{}", rule.fix, level, whose, address.empty() ? "" : "\n", address)},
            {"markdown", fmt::format("{}\n\n**{}**: {}", rule.fix, level,
                                     address.empty() ? whose : fmt::format("[{}]({})", whose, address))}};
  }

  const RulesById& details_;
  std::map<std::string, std::size_t, std::less<>> indices_;
  Json descriptors_ = Json::array();
};

Json finding(const InputReport& input, const Diagnostic& diagnostic, std::size_t artifact, Rules& rules) {
  Json physical = {{"artifactLocation", artifact_location(input)}};
  physical["artifactLocation"]["index"] = artifact;
  Json properties = {{"level", to_string(diagnostic.level)},
                     {"clause", diagnostic.clause},
                     {"category", to_string(diagnostic.category)}};
  if (diagnostic.part == Part::body) {
    properties["bodyOffset"] = number(diagnostic.offset);
    properties["bodyLength"] = number(diagnostic.length);
  } else if (input.message || input.verdict != InputVerdict::unreadable) {
    physical["region"] = {{"byteOffset", diagnostic.offset}, {"byteLength", diagnostic.length}};
  }
  if (diagnostic.expected) properties["expected"] = *diagnostic.expected;
  if (diagnostic.actual) properties["actual"] = *diagnostic.actual;
  std::string path = diagnostic.path;
  if (input.message) path = fmt::format("messages[{}]{}{}", *input.message, path.empty() ? "" : ".", path);

  Json location = {{"physicalLocation", std::move(physical)}};
  if (!path.empty()) location["logicalLocations"] = Json::array({{{"fullyQualifiedName", path}, {"kind", "member"}}});
  const std::size_t index = rules.index_of(diagnostic.rule);
  return {
      {"ruleId", diagnostic.rule},
      {"ruleIndex", index},
      {"level", to_string(diagnostic.severity)},
      {"message", text(diagnostic.expected ? fmt::format("{} (expected {})", diagnostic.message, *diagnostic.expected)
                                           : diagnostic.message)},
      {"locations", Json::array({std::move(location)})},
      {"properties", std::move(properties)}};
}

Json run_of(Json driver_properties, Rules& rules, const std::string& version, Json results) {
  Json driver = {{"name", "Hallmark"}, {"version", version}, {"rules", rules.take()}};
  if (!driver_properties.empty()) driver["properties"] = std::move(driver_properties);
  return {{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
}

Json run_of(const ValidationReport& report, const RulesById& details) {
  Rules rules(details);
  Json results = Json::array();
  Json artifacts = Json::array();
  bool all_read = true;
  const InputReport* last = nullptr;
  std::size_t archive = 0;
  for (const InputReport& input : report.inputs) {
    if (input.member && (last == nullptr || file_of(*last) != file_of(input))) {
      archive = artifacts.size();
      artifacts.push_back({{"location", artifact_location(file_of(input))}});
    }
    // The messages of a file are inputs of their own; so are members of one name.
    if (last == nullptr || input.member || last->path != input.path) {
      if (input.skipped) archive = artifacts.size();
      Json artifact = {{"location", artifact_location(input)}};
      if (input.member) artifact["parentIndex"] = archive;
      if (!input.message && input.verdict != InputVerdict::unreadable) artifact["length"] = input.size;
      artifacts.push_back(std::move(artifact));
    }
    last = &input;
    all_read = all_read && input.verdict != InputVerdict::unreadable;
    for (const Diagnostic& diagnostic : input.diagnostics) {
      results.push_back(finding(input, diagnostic, artifacts.size() - 1, rules));
    }
  }
  Json run = run_of({{"profile", to_string(report.profile)}}, rules, report.hallmark, std::move(results));
  run["artifacts"] = std::move(artifacts);
  run["invocations"] = Json::array({{{"executionSuccessful", all_read}}});
  return run;
}

// One result for each requirement, so that a reader sees what is wrong and not how often it was tried.
Json deviation(const Deviations& group, Rules& rules) {
  const VectorResult& first = *group.results.front();
  const std::string& rule = first.expected.rule ? *first.expected.rule : group.result;
  const std::size_t index = rules.index_of(rule);
  std::string words = fmt::format("{} {} {}: {}", group.op, group.subject, group.level, describe(group));
  if (!group.cause.empty()) words += ": " + group.cause;
  if (first.actual.message && values_of(first).empty()) words += "; it says: " + *first.actual.message;
  Json vectors = Json::array();
  for (const VectorResult* one : group.results) vectors.push_back(one->id);
  Json json = {
      {"ruleId", rule},
      {"ruleIndex", index},
      {"level", to_string(severity_of(group.tone))},
      {"message", text(words)},
      {"locations",
       Json::array({{{"logicalLocations", Json::array({{{"fullyQualifiedName", first.id}, {"kind", "member"}}})}}})},
      {"partialFingerprints",
       {{"requirement/v1", fmt::format("{}/{}/{}/{}", group.format, group.op, group.subject, group.result)}}},
      {"properties",
       {{"format", group.format},
        {"op", group.op},
        {"level", group.level},
        {"result", group.result},
        {"of", number(group.of)},
        {"vectors", std::move(vectors)}}}};
  if (group.known()) json["suppressions"] = Json::array({{{"kind", "external"}}});
  return json;
}

Json run_of(const ConformanceResult& result, const RulesById& details) {
  Rules rules(details);
  Json results = Json::array();
  for (const Deviations& group : deviations_of(result.results)) results.push_back(deviation(group, rules));
  Json run = run_of({{"implementation", full_name(result.implementation)}, {"corpus", result.corpus_sha256}}, rules,
                    result.hallmark, std::move(results));
  run["automationDetails"] = {{"id", fmt::format("conform/{}", full_name(result.implementation))}};
  run["invocations"] = Json::array({{{"executionSuccessful", result.complete}}});
  Json& verdicts = run["properties"]["verdicts"] = Json::array();
  for (const Run& one : result.runs) {
    const Score score = score_of(result, one);
    verdicts.push_back({{"format", one.format},
                        {"op", one.op},
                        {"verdict", verdict_of(result, one)},
                        {"sentence", sentence(one.verdict, score)},
                        {"brief", brief(one.verdict, score)}});
  }
  return run;
}

}  // namespace

Json sarif(const Results& results, const RulesById& rules) {
  Json runs = Json::array();
  for (const ConformanceResult& result : results.conformance) runs.push_back(run_of(result, rules));
  for (const ValidationReport& report : results.validations) runs.push_back(run_of(report, rules));
  return {{"$schema", schema}, {"version", "2.1.0"}, {"runs", std::move(runs)}};
}

std::string sarif_text(const Results& results, const RulesById& rules) {
  return sarif(results, rules).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hallmark::reports
