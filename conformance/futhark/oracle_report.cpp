// Reports faults of streams with the severity and verdict of their rules.
#include "conformance/futhark/oracle_report.hpp"

#include <fmt/format.h>

#include <set>

namespace hallmark::futhark::oracle {
namespace {

// Rules that compat tolerates.
const std::set<std::string> tolerated = {
    "boolean",         "comment-before-binary", "dimension-empty", "empty-dimension",
    "empty-space",     "empty-untyped",         "exponent-mark",   "binary-digits",
    "leading-zero",    "hexadecimal-float",     "plus-sign",       "separator",
    "trailing-comma",  "hexadecimal-mark",      "underscore",      "whole-part",
    "integer-default", "integer-wraps",         "float-overflow"};

}  // namespace

void Log::report(const std::string& rule, std::uint64_t offset, std::uint64_t length, const std::string& field) {
  std::string path = fmt::format("values[{}]", value);
  for (const std::uint64_t i : open) path += fmt::format("[{}]", i);
  if (!field.empty()) path += "." + field;
  testing::Fault fault{"futhark/" + rule, offset, length, path, Severity::error, Verdict::invalid};
  if (compat_ && tolerated.contains(rule)) fault.severity = Severity::warning;
  if (rule == "no-values") fault.severity = Severity::note;
  if (rule == "rank") fault.verdict = Verdict::limited;
  if (rule == "version") fault.verdict = Verdict::unsupported;
  faults.push_back(fault);
}

}  // namespace hallmark::futhark::oracle
