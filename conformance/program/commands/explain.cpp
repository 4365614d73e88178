// SPDX-License-Identifier: Apache-2.0
// hallmark explain: the meaning of a rule, its clause, and the smallest vector that breaks it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "conformance/examine/all_rules.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/show/vector_text.hpp"
#include "conformance/suite/vector_details.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/links.hpp"
#include "reports/readers.hpp"

namespace hallmark::program {
namespace {

// What each level means for an implementation that breaks the rule. See conformance/suite/README.md.
std::string_view meaning_of(Level level) {
  switch (level) {
    case Level::must: return "the specification requires it";
    case Level::should: return "the specification recommends it";
    case Level::decision: return "Hallmark's own choice; a difference is reported and does not affect the verdict";
    case Level::limit: return "a limit of Hallmark; a difference is reported and does not affect the verdict";
  }
  return "";
}

// What the sentence is about.
std::string_view duty_of(Addressee addressee) {
  switch (addressee) {
    case Addressee::nobody: return "";
    case Addressee::data: return "it says what the bytes are";
    case Addressee::reader: return "it lays a duty on who reads";
    case Addressee::writer: return "it lays a duty on who writes";
  }
  return "";
}

std::string description(const Rule& rule) {
  const char* compat = rule.compat ? ", a warning under --profile compat" : "";
  std::string text = fmt::format("{}\n  {}\n\n", rule.id, rule.title);
  text += fmt::format("  kind      {}\n", to_string(rule.kind));
  text += fmt::format("  category  {}\n", to_string(rule.category));
  text += fmt::format("  level     {} ({})\n", to_string(rule.level), meaning_of(rule.level));
  text += fmt::format("  severity  {}{}\n", to_string(rule.severity), compat);
  text += fmt::format("  clause    {}, revision {}\n", reports::clause_text(rule), rule.clause.revision);
  if (const std::string address = reports::clause_address(rule); !address.empty()) {
    text += fmt::format("            {}\n", address);
  } else if (rule.clause.document == "rulings") {
    text += "            (Hallmark's own decisions: the README of the folder that defines the rule)\n";
  }
  if (!rule.demand.text.empty()) {
    text += fmt::format("  demand    {}\n", rule.demand.text);
    text += fmt::format("  addressee {} ({})\n", to_string(rule.demand.addressee), duty_of(rule.demand.addressee));
  }
  text += fmt::format("  fix       {}\n", rule.fix);
  if (!rule.repair.empty()) text += fmt::format("  repair    {}\n", rule.repair);
  if (!rule.why.empty()) text += fmt::format("  why       {}\n", rule.why);
  if (const auto page = reports::rule_page(rule.id)) text += fmt::format("  page      {}\n", *page);
  return text;
}

// Who takes inputs that break the rule, in each format that has it.
std::string readers(const Rule& rule) {
  std::string text;
  for (const auto& [key, found] : reports::published_readers()) {
    const auto& [format, id] = key;
    if (id != rule.id) continue;
    text += fmt::format("\nReaders of {}, {}:\n", format, reports::heading(*found));
    for (const std::string& sentence : reports::sentences(*found)) text += fmt::format("  {}\n", sentence);
  }
  return text.empty() ? "\nNo reader was tried with inputs that break it.\n" : text;
}

std::string example(const std::string& chosen, const Rule& rule) {
  try {
    std::vector<std::string> formats;
    for (const Codec* codec : all_codecs()) {
      if (std::ranges::find(codec->rules, &rule) != codec->rules.end()) formats.emplace_back(codec->id);
    }
    const conformance::Corpus corpus = conformance::load_corpus(conformance::find_corpus(chosen), formats);
    const auto smallest = conformance::smallest_vectors(corpus);
    const auto found = smallest.find(rule.id);
    if (found == smallest.end()) return "\nNo golden vector breaks it: tests of the program cover it.\n";
    const conformance::Vector* vector = found->second;
    const bool value = vector->operation == conformance::Operation::encode;
    std::string text =
        fmt::format("\nThe smallest {} it: {}\n  {}\n\n",
                    value ? "value that an encoder must refuse by" : "golden vector (test input) that breaks",
                    vector->id, reports::escaped(vector->description));
    if (value) return text + fmt::format("  {}\n", reports::escaped(vector->value->dump()));
    text += show::annotated_bytes(*vector);
    if (vector->error) {
      text += fmt::format("\n  {} at byte {}, path \"{}\"\n", to_string(vector->verdict), vector->error->offset,
                          vector->error->path);
    }
    return text;
  } catch (const conformance::BadCorpus& error) {
    // Without a corpus the rule is still explained; a folder named with --corpus must exist.
    if (!chosen.empty()) throw;
    return fmt::format("\nNo example: {}\n", error.what());
  }
}

}  // namespace

void add_explain(CLI::App* command, Program& program) {
  auto id = std::make_shared<std::string>();
  program.operands.add(*command, "RULE", *id, "Id of a rule, as printed in diagnostics");
  command->footer(fmt::format("Example: hallmark explain {}", examples::explained_rule));
  command->callback([id, &program] {
    const Rule* rule = conformance::rule_named(conformance::all_rules(), *id);
    if (rule == nullptr) {
      throw UsageError(fmt::format("unknown rule {}{} (`hallmark rules` lists all)", *id, did_you_mean_rule(*id)));
    }
    write_output("", description(*rule) + readers(*rule) + example(program.corpus, *rule));
  });
}

}  // namespace hallmark::program
