// OracleLog: the faults that an oracle finds, with the severity and verdict of their rules.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "conformance/testing/expected_report.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::testing {

// OracleRules says which rules of a family, named without it, are no errors that make an input invalid.
struct OracleRules {
  std::string family;
  std::set<std::string> tolerated;  // by compat
  std::set<std::string> warnings;
  std::set<std::string> notes;
  std::set<std::string> limited;      // beyond a bound
  std::set<std::string> unsupported;  // beyond what is read
};

// End ends the walk of an oracle.
struct End {};

class OracleLog {
 public:
  OracleLog(const OracleRules& rules, const Options& options)
      : rules_(rules), compat_(options.profile == Profile::compat) {}

  // report adds a fault; its rule is without the name of the family.
  void report(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
    Fault fault{rules_.family + "/" + rule, at, length, path, Severity::error, Verdict::invalid};
    const bool warning = rules_.warnings.contains(rule) || (compat_ && rules_.tolerated.contains(rule));
    if (warning) fault.severity = Severity::warning;
    if (rules_.notes.contains(rule)) fault.severity = Severity::note;
    if (rules_.limited.contains(rule)) fault.verdict = Verdict::limited;
    if (rules_.unsupported.contains(rule)) fault.verdict = Verdict::unsupported;
    faults.push_back(fault);
  }
  // fail reports a fault that ends the walk.
  [[noreturn]] void fail(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
    report(rule, at, length, path);
    throw End{};
  }

  std::vector<Fault> faults;  // in order

 private:
  const OracleRules& rules_;
  bool compat_;
};

}  // namespace hallmark::testing
