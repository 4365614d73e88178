// ConformanceResult: result.json, the only source of every rendering of a conformance run. See
// reports/schema/result.schema.json. It holds no times, hosts or paths.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/diagnostic.hpp"

namespace hallmark::reports {

struct Implementation {
  std::string name;
  std::string version;
  std::string language;
  std::string homepage;
  Json capabilities = Json::array();  // as the testee's hello says
};

// Result is that of one vector: a pass, deviations, and what says nothing of the implementation.
enum class Result : std::uint8_t {
  pass,
  accepted_invalid,
  rejected_valid,
  wrong_value,
  wrong_bytes,
  other_bytes,  // of the same value
  over_budget,
  crash,
  hang,
  protocol_error,
  harness_error,
  unsupported,
  skipped,
  not_run,
};

[[nodiscard]] std::string_view to_string(Result result) noexcept;

struct VectorResult {
  std::string id;
  std::string format;
  std::string op;      // "decode" or "encode"
  std::string level;   // "MUST", "SHOULD", "DECISION" or "LIMIT"
  std::string result;  // a Result: conformance/suite/README.md
  struct {
    std::string verdict;
    std::optional<std::string> rule;
    std::optional<std::string> category;
    std::optional<std::uint64_t> offset;
  } expected;
  struct {
    std::string result;  // the reply: "accepted", "rejected", "encoded", "unsupported", "failed", or "" for none
    std::optional<std::string> category;
    std::optional<std::uint64_t> offset;
    std::optional<std::string> message;
  } actual;
  std::optional<std::string> expectation;  // "met", "unexpected-pass", "unexpected-fail"
  std::string standard_error;              // of the testee, if it failed
};

struct Run {
  std::string format;
  std::string op;
  std::string verdict;  // "conformant", "non-conformant", "partial", "not-tested"
  std::map<std::string, std::map<std::string, std::uint64_t>> counts;  // level, result
};

// verdicts_only: decoding gave no values of this format, so that its verdict says nothing of them. Whoever shows the
// verdict says so beside it.
[[nodiscard]] bool verdicts_only(const Implementation& implementation, const Run& run);

struct ConformanceResult {
  std::string hallmark;  // version
  std::string corpus_sha256;
  std::uint64_t corpus_vectors = 0;
  bool complete = true;
  Implementation implementation;
  std::vector<Run> runs;
  std::vector<VectorResult> results;  // sorted by format, op, id
};

[[nodiscard]] Json to_json(const ConformanceResult& result);
// conformance_from throws std::runtime_error, which names the faulty member.
[[nodiscard]] ConformanceResult conformance_from(const Json& json);

}  // namespace hallmark::reports
