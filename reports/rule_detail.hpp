// RuleDetail: what reports say about a rule beyond its id. Rules are arguments of this folder, which knows no format.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace hallmark::reports {

struct RuleDetail {
  std::string title;  // one sentence: what the rule demands
  std::string kind;
  std::string category;
  std::string level;
  std::string severity;
  std::string clause;  // "document#section"; specification_address has its public address
  std::string revision;
  std::string demand = {};  // what the specification says there; empty unless MUST
  std::string fix = {};     // what to do about a violation
  std::string why;          // may be empty
  bool compat = false;      // an error that the compat profile reports as a warning
};

using RuleDetails = std::map<std::string, RuleDetail, std::less<>>;  // by id

}  // namespace hallmark::reports
