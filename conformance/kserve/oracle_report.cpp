// Reports faults of bodies with the severity and verdict of their rules.
#include "conformance/kserve/oracle_report.hpp"

#include <set>

namespace hallmark::kserve::oracle {
namespace {

// Rules that compat tolerates, rules that are notes, and what is beyond a bound or beyond what is read.
const std::set<std::string> tolerated = {"nan-literal", "null-member", "data-missing-empty", "data-fp16",
                                         "data-null",   "data-shape",  "trailing-bytes",     "boolean"};
const std::set<std::string> notes = {"nul-in-name", "error-response"};
const std::set<std::string> bounds = {"depth", "rank"};
const std::set<std::string> unsupported = {"raw-request", "shared-memory"};

}  // namespace

void Log::report(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
  testing::Fault fault{"kserve/" + rule, at, length, path, Severity::error, Verdict::invalid};
  if (compat_ && tolerated.contains(rule)) fault.severity = Severity::warning;
  if (notes.contains(rule)) fault.severity = Severity::note;
  if (bounds.contains(rule)) fault.verdict = Verdict::limited;
  if (unsupported.contains(rule)) fault.verdict = Verdict::unsupported;
  faults.push_back(fault);
}

}  // namespace hallmark::kserve::oracle
