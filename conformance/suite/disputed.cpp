#include "conformance/suite/disputed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "conformance/examine/all_rules.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::conformance {
namespace {

// Counted is what the implementations did with one vector and operation, by homepage.
struct Counted {
  struct Implementation {
    std::string name;    // the first by the alphabet
    bool failed = true;  // by every one of its results
  };
  std::map<std::string, Implementation> implementations;

  [[nodiscard]] std::vector<std::string> failed_by() const {
    std::vector<std::string> names;
    for (const auto& [homepage, one] : implementations) {
      if (one.failed) names.push_back(one.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

using Key = std::pair<std::string, std::string>;  // id and operation

std::map<Key, Counted> count(const std::vector<reports::ConformanceResult>& results) {
  std::map<Key, Counted> all;
  for (const reports::ConformanceResult& result : results) {
    const reports::Implementation& who = result.implementation;
    for (const reports::VectorResult& one : result.results) {
      const Result known = kind_of(one);
      if (!ran(known) || one.level != to_string(Level::must)) continue;
      auto& implementation = all[{one.id, one.op}].implementations[who.homepage.empty() ? who.name : who.homepage];
      if (implementation.name.empty() || who.name < implementation.name) implementation.name = who.name;
      implementation.failed = implementation.failed && deviates(known);
    }
  }
  return all;
}

std::string rests_on(const Vector& vector) {
  const Rule* rule = vector.error ? rule_named(input_rules(), vector.error->rule) : nullptr;
  if (rule == nullptr) return fmt::format("{}: valid", vector.clause);
  return fmt::format("{} {} (`{}`)", rule->demand.text, vector.clause, rule->id);
}

std::string joined(const std::vector<std::string>& all, std::string_view quote) {
  return fmt::format("{0}{1}{0}", quote, fmt::join(all, fmt::format("{0}, {0}", quote)));
}

// In a cell of a table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  return text;
}

}  // namespace

std::vector<Disputed> disputed(const Corpus& corpus, const std::vector<reports::ConformanceResult>& results) {
  const std::map<Key, Counted> counted = count(results);
  using Group = std::tuple<std::string, std::string, std::vector<std::string>, std::size_t>;
  std::map<Group, std::set<std::string>> groups;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      for (const Operation operation : {Operation::decode, Operation::encode}) {
        const auto found = counted.find({vector.id, std::string(to_string(operation))});
        if (found == counted.end()) continue;
        const std::size_t judged = found->second.implementations.size();
        std::vector<std::string> failed = found->second.failed_by();
        if (2 * failed.size() <= judged) continue;
        groups[{vector.format, rests_on(vector), std::move(failed), judged}].insert(vector.id);
      }
    }
  }
  std::vector<Disputed> all;
  for (const auto& [group, ids] : groups) {
    const auto& [format, sentence, failed, judged] = group;
    all.push_back({format, sentence, {ids.begin(), ids.end()}, failed, judged});
  }
  return all;
}

std::string disputed_table(const std::vector<Disputed>& all) {
  std::string text = "| vectors | rest on | failed by |\n|---|---|---|\n";
  for (const Disputed& one : all) {
    text += fmt::format("| {} | {} | {} of {}: {} |\n", cell(joined(one.ids, "`")), cell(one.rests_on),
                        one.failed_by.size(), one.judged, cell(joined(one.failed_by, "")));
  }
  return text;
}

}  // namespace hallmark::conformance
