// Reports faults of OINF files with the severity and verdict of their rules.
#include "conformance/oinf/oracle_file.hpp"

#include <set>

namespace hallmark::oinf::oracle {
namespace {

// Rules that compat tolerates, and rules of what later versions may define.
const std::set<std::string> tolerated = {"oinf/file-size-aligned", "oinf/header-padding",  "oinf/string-padding",
                                         "oinf/tensor-flags",      "oinf/section-padding", "oinf/section-gap",
                                         "oinf/value-bool",        "oinf/string-empty",    "oinf/value-padding",
                                         "oinf/bitset-slack",      "oinf/blob-overlap",    "oinf/blob-gap",
                                         "oinf/blob-padding",      "oinf/boolean"};
const std::set<std::string> later = {"oinf/version-later", "oinf/type-later"};

bool allowed(int c) {
  static const std::string characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return c != 0 && characters.find(static_cast<char>(c)) != std::string::npos;
}

}  // namespace

void File::report(const std::string& rule, uint64_t at, uint64_t length, const std::string& path) {
  const std::string id = "oinf/" + rule;
  Fault fault{id, at, length, path, Severity::error, Verdict::invalid};
  if (compat_ && tolerated.contains(id)) fault.severity = Severity::warning;
  if (rule == "absent-overflow") fault.severity = Severity::note;
  if (rule == "rank") fault.verdict = Verdict::limited;
  if (later.contains(id)) fault.verdict = Verdict::unsupported;
  faults.push_back(fault);
}

uint64_t File::number(uint64_t at, int bytes) const {
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value * 256 + static_cast<uint64_t>(byte(at + static_cast<uint64_t>(i)));
  return value;
}

void File::check_zeros(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
  for (uint64_t at = begin; at < end; ++at) {
    if (byte(at) != 0) return report(rule, at, 1, path);
  }
}
void File::check_booleans(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
  for (uint64_t at = begin; at < end; ++at) {
    if (byte(at) > 1) return report(rule, at, 1, path);
  }
}
void File::check_characters(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
  for (uint64_t at = begin; at < end; ++at) {
    if (!allowed(byte(at))) return report(rule, at, 1, path);
  }
}

}  // namespace hallmark::oinf::oracle
