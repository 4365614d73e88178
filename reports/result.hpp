// SPDX-License-Identifier: Apache-2.0
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

  // What corpus, rules and expectations say of it. Not in result.json: conformance/suite/recall.hpp looks it up again.
  std::string clause = {};     // that a valid input shows: "document#section"
  std::string addressee = {};  // of the requirement: "data", "reader" or "writer"
  std::string cause = {};      // the reason of the expectation that it meets
  std::string position = {};   // what the maintainers hold of it, by that expectation
};

// Broken is a requirement that some vectors fail, for one cause.
struct Broken {
  std::string rule;  // or, of valid inputs,
  std::string clause;
  std::string addressee;
  std::uint64_t failed = 0;
  std::uint64_t of = 0;
  std::string cause;     // the reason of an expectation; without one the result
  std::string position;  // "accepted", "by design", "open", or ""
};

struct Requirements {
  std::uint64_t judged = 0;
  std::vector<Broken> broken;
};

struct Run {
  std::string format;
  std::string op;
  std::string verdict;  // "conformant", "lenient", "non-conformant", "partial", "not-tested"
  std::map<std::string, std::map<std::string, std::uint64_t>> counts;  // level, result
  std::optional<Requirements> requirements = {};                       // results of version 1 have none
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
