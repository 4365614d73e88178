#include "conformance/program/rule_globs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/examine/all_rules.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"
#include "conformance/runner/glob.hpp"

namespace hallmark::program {
namespace {

[[noreturn]] void refuse(const std::string& source, const std::string& glob, const Rule* matching) {
  if (matching != nullptr) {
    throw UsageError(fmt::format("{} {}: {} is of kind {}; only errors of kind invalid can be warnings", source, glob,
                                 matching->id, to_string(matching->kind)));
  }
  std::vector<std::string_view> ids;
  for (const Rule* rule : conformance::all_rules()) ids.push_back(rule->id);
  throw UsageError(fmt::format("{} {}: no rule matches{}", source, glob, did_you_mean(glob, ids)));
}

}  // namespace

std::vector<const Rule*> rules_to_warn(const std::vector<std::string>& globs, const std::string& source) {
  std::vector<const Rule*> rules;
  for (const std::string& glob : globs) {
    const Rule* matching = nullptr;
    bool useful = false;
    for (const Rule* rule : conformance::all_rules()) {
      if (!runner::glob_matches(glob, std::string(rule->id))) continue;
      matching = rule;
      if (rule->kind != Kind::invalid) continue;
      useful = true;
      if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
    }
    if (!useful) refuse(source, glob, matching);
  }
  return rules;
}

}  // namespace hallmark::program
