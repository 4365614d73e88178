// SPDX-License-Identifier: Apache-2.0
// Scoring of the answers of a testee. See conformance/suite/README.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/suite/vector.hpp"
#include "reports/enumerators.hpp"
#include "reports/result.hpp"

namespace hallmark::conformance {

using reports::Result;

// Answer is the reply of a testee to a vector, or the reason for a missing reply.
struct Answer {
  enum class Kind : std::uint8_t {
    accepted,
    rejected,
    encoded,
    unsupported,
    failed,  // the harness around the implementation broke
    crash,
    hang,
    over_budget,
    protocol_error,
    skipped,
    not_run,
  };
  Kind kind = Kind::not_run;
  std::optional<Json> value;                   // of accepted
  std::vector<std::byte> output;               // of encoded
  std::optional<std::uint64_t> header_length;  // of encoded, if the format has a header length
  Json added;                                  // of encoded: members that the implementation always writes, or null
  std::optional<std::string> category;
  std::optional<std::uint64_t> offset;
  bool unexpected = false;  // rejected by an error that the implementation does not document
  std::string message;
  std::string standard_error;
};

// kind_of: the Result of a vector that was scored here, or read from a result.json.
[[nodiscard]] inline Result kind_of(const reports::VectorResult& scored) noexcept {
  return *reports::enumerator_named<Result>(scored.result);
}
// deviates: the implementation does not do what the vector expects.
[[nodiscard]] bool deviates(Result result) noexcept;
// ran: the vector was run and scored.
[[nodiscard]] bool ran(Result result) noexcept;
// disqualifies: a failed MUST, also one that makes a reader only lenient, or a crash, hang, protocol error or memory
// over budget at any level.
[[nodiscard]] bool disqualifies(const reports::VectorResult& result) noexcept;

// by_accident starts the message of a rejection by an error that the implementation does not document. It is a pass.
inline constexpr std::string_view by_accident = "rejected by accident: ";

// offers: the vector is a test of the operation. Encode uses values to be refused, and valid vectors of the strict
// profile, if the format has an encoder.
[[nodiscard]] bool offers(const Vector& vector, Operation operation) noexcept;
// scored_level is the level at which a failure counts. Vectors of the compat profile are never MUST.
[[nodiscard]] Level scored_level(const Vector& vector) noexcept;

// score scores an answer. `verdict_only`: the testee returns no values.
[[nodiscard]] reports::VectorResult score(const Vector& vector, Operation operation, const Answer& answer,
                                          bool verdict_only);

// asks_for sets what a vector asks for: the clause of a valid one, and the addressee of its rule.
void asks_for(const Vector& vector, reports::VectorResult& result);

// tally counts results by format and operation, and derives the requirements that are broken and the verdicts.
// `results` must be sorted by both.
[[nodiscard]] std::vector<reports::Run> tally(const std::vector<reports::VectorResult>& results);

}  // namespace hallmark::conformance
