// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/disputed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/examine/all_rules.hpp"
#include "conformance/suite/score.hpp"
#include "reports/links.hpp"

namespace hallmark::conformance {
namespace {

using Names = std::set<std::string>;

struct Implementation {
  std::string name;    // the first by the alphabet
  bool broken = true;  // by every one of its results
  Names failed;        // vectors
};

struct Requirement {
  Names ran;                                              // vectors
  std::map<std::string, Implementation> implementations;  // by homepage
};

std::map<std::string, std::string> requirements_by_id(const Corpus& corpus) {
  std::map<std::string, std::string> all;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) all[vector.id] = vector.error ? vector.error->rule : vector.clause;
  }
  return all;
}

// Adds one result, which runs the vectors of a requirement as a whole.
void add(const reports::ConformanceResult& result, const std::map<std::string, std::string>& requirement_of,
         std::map<std::string, Requirement>& all) {
  std::map<std::string, Names> failed;
  for (const reports::VectorResult& one : result.results) {
    const Result known = kind_of(one);
    const auto requirement = requirement_of.find(one.id);
    if (!ran(known) || one.level != to_string(Level::must) || requirement == requirement_of.end()) continue;
    all[requirement->second].ran.insert(one.id);
    Names& names = failed[requirement->second];
    if (deviates(known)) names.insert(one.id);
  }
  const reports::Implementation& who = result.implementation;
  for (auto& [requirement, names] : failed) {
    Implementation& one = all[requirement].implementations[who.homepage.empty() ? who.name : who.homepage];
    if (one.name.empty() || who.name < one.name) one.name = who.name;
    one.broken = one.broken && !names.empty();
    one.failed.merge(names);
  }
}

std::string sentence_of(const std::string& requirement) {
  const Rule* rule = rule_named(input_rules(), requirement);
  if (rule == nullptr) return "";
  return fmt::format("{} ([{}#{}]({}))", rule->demand.text, rule->clause.document, rule->clause.section,
                     reports::source_address(*rule));
}

}  // namespace

std::vector<Disputed> disputed(const Corpus& corpus, const std::vector<reports::ConformanceResult>& results) {
  const std::map<std::string, std::string> requirement_of = requirements_by_id(corpus);
  std::map<std::string, Requirement> requirements;
  for (const reports::ConformanceResult& result : results) add(result, requirement_of, requirements);
  std::vector<Disputed> all;
  for (const auto& [name, requirement] : requirements) {
    Disputed one{name, sentence_of(name), {}, requirement.implementations.size(), 0, requirement.ran.size()};
    Names failed;
    for (const auto& [homepage, implementation] : requirement.implementations) {
      if (!implementation.broken) continue;
      one.broken_by.push_back(implementation.name);
      failed.insert(implementation.failed.begin(), implementation.failed.end());
    }
    if (one.judged < 2 || 2 * one.broken_by.size() <= one.judged) continue;
    std::sort(one.broken_by.begin(), one.broken_by.end());
    one.failed = failed.size();
    all.push_back(std::move(one));
  }
  return all;
}

std::string disputed_table(const std::vector<Disputed>& all) {
  std::string text = "| requirement | the sentence | broken by | vectors |\n|---|---|---|--:|\n";
  for (const Disputed& one : all) {
    text += fmt::format("| `{}` | {} | {} of {}: {} | {} of {} |\n", one.requirement,
                        one.sentence.empty() ? "a valid input is read, or written, as it is" : one.sentence,
                        one.broken_by.size(), one.judged, fmt::join(one.broken_by, ", "), one.failed, one.vectors);
  }
  return text;
}

}  // namespace hallmark::conformance
