// Reports faults of OINF files with the severity and verdict of their rules.
#include "conformance/oinf/oracle_file.hpp"

namespace hallmark::oinf::oracle {
namespace {

const testing::OracleRules rules = {
    .family = "oinf",
    .tolerated = {"file-size-aligned", "header-padding", "string-padding", "tensor-flags", "section-padding",
                  "section-gap", "value-bool", "string-empty", "value-padding", "bitset-slack", "blob-overlap",
                  "blob-gap", "blob-padding", "boolean"},
    .warnings = {},
    .notes = {"absent-overflow"},
    .limited = {"rank"},
    .unsupported = {"version-later", "type-later"}};

bool allowed(int c) {
  static const std::string characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return c != 0 && characters.find(static_cast<char>(c)) != std::string::npos;
}

}  // namespace

File::File(Bytes bytes, const Options& options)
    : OracleLog(rules, options), max_rank(options.limits.max_rank.value_or(255)), bytes_(bytes) {}

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
