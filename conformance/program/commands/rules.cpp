// SPDX-License-Identifier: Apache-2.0
// hallmark rules: list every rule as a table or as JSON.
#include "conformance/examine/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "conformance/examine/companions.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/http/rules.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"
#include "reports/links.hpp"

namespace hallmark::program {
namespace {

struct Listed {
  std::string_view format;  // empty for rules of http and hallmark
  const Rule* rule;
};

std::vector<Listed> listed_rules(const std::string& format) {
  std::vector<Listed> list;
  const auto add = [&](std::string_view id, std::span<const Rule* const> rules) {
    for (const Rule* rule : rules) {
      if (format.empty() || id == format) list.push_back({id, rule});
    }
  };
  for (const Codec* codec : all_codecs()) add(codec->id, codec->rules);
  for (const conformance::Companions& one : conformance::all_companions()) add(one.codec->id, one.rules);
  // The rules of HTTP apply to every format whose bodies travel in messages.
  const Codec* named = codec_named(format);
  if (format.empty() || (named != nullptr && conformance::is_framed(*named))) {
    for (const Rule* rule : http::rules) list.push_back({"", rule});
  }
  if (format.empty()) {
    for (const Rule* rule : conformance::rules) list.push_back({"", rule});
  }
  return list;
}

reports::Json as_json(const Listed& listed) {
  const Rule& rule = *listed.rule;
  return {{"id", rule.id},
          {"format", listed.format.empty() ? reports::Json() : reports::Json(listed.format)},
          {"title", rule.title},
          {"kind", to_string(rule.kind)},
          {"category", to_string(rule.category)},
          {"level", to_string(rule.level)},
          {"severity", to_string(rule.severity)},
          {"compat", rule.compat},
          {"clause",
           {{"document", rule.clause.document}, {"section", rule.clause.section}, {"revision", rule.clause.revision}}},
          {"addressee", to_string(rule.demand.addressee)},
          {"source", reports::source_address(rule)},
          {"demand", rule.demand.text},
          {"fix", rule.fix},
          {"repair", rule.repair},
          {"why", rule.why}};
}

// Formats of a family share rules: each has one row.
std::string as_table(const std::vector<Listed>& rules) {
  std::vector<std::pair<const Rule*, std::string>> rows;  // each rule, and its formats
  for (const Listed& listed : rules) {
    const auto row = std::ranges::find(rows, listed.rule, &std::pair<const Rule*, std::string>::first);
    if (row == rows.end()) {
      rows.emplace_back(listed.rule, listed.format);
    } else {
      row->second += fmt::format(" {}", listed.format);
    }
  }
  std::size_t width = 0;
  std::size_t formats_width = 0;
  for (const auto& [rule, formats] : rows) {
    width = std::max(width, rule->id.size());
    formats_width = std::max(formats_width, formats.size());
  }
  const auto row = [&](std::string_view id, std::string_view kind, std::string_view category, std::string_view level,
                       std::string_view severity, std::string_view formats, std::string_view title) {
    return fmt::format("{:<{}}  {:<11}  {:<14}  {:<8}  {:<14}  {:<{}}  {}\n", id, width, kind, category, level,
                       severity, formats, formats_width, title);
  };
  std::string text = row("rule", "kind", "category", "level", "severity", "formats", "title");
  for (const auto& [rule, formats] : rows) {
    const std::string severity = fmt::format("{}{}", to_string(rule->severity), rule->compat ? "/compat" : "");
    text += row(rule->id, to_string(rule->kind), to_string(rule->category), to_string(rule->level), severity,
                formats.empty() ? "any" : formats, rule->title);
  }
  return text;
}

}  // namespace

void add_rules(CLI::App* command, Program&) {
  struct RulesSettings {
    std::string format;
    bool json = false;
  };
  auto settings = std::make_shared<RulesSettings>();
  command->add_option("--format", settings->format, "List only the rules of this format")->option_text("F");
  command->add_flag("--json", settings->json, "Print JSON");
  command->footer(
      "error/compat means: a warning under --profile compat.\n`hallmark explain RULE` prints the details of a rule.");
  command->callback([settings] {
    require_format(settings->format, true);
    const std::vector<Listed> rules = listed_rules(settings->format);
    if (!settings->json) return write_output("", as_table(rules));
    reports::Json json = {{"rules", reports::Json::array()}};
    for (const Listed& listed : rules) json["rules"].push_back(as_json(listed));
    write_output("", json.dump(2) + "\n");
  });
}

}  // namespace hallmark::program
