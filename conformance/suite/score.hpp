// Score: what an answer to a vector is worth. Contract, section 7.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::conformance {

enum class Operation : std::uint8_t { decode, encode };

// Result of one vector; the names are those of result.json.
enum class Result : std::uint8_t {
  pass,
  accepted_invalid,
  rejected_valid,
  wrong_value,
  wrong_bytes,
  over_budget,
  crash,
  hang,
  protocol_error,
  harness_error,
  unsupported,
  skipped,
  not_run,
};

// Answer is what a testee said to a vector, or what became of it instead.
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
  std::optional<std::uint64_t> header_length;  // of encoded, where the format is framed from outside
  std::optional<std::string> category;
  std::optional<std::uint64_t> offset;
  std::string message;
  std::string standard_error;
};

[[nodiscard]] std::string_view to_string(Operation operation) noexcept;
[[nodiscard]] std::string_view to_string(Result result) noexcept;
// result_named gives the result of a name of result.json.
[[nodiscard]] std::optional<Result> result_named(std::string_view name) noexcept;

// deviates says that the implementation did something else than the vector expects.
[[nodiscard]] bool deviates(Result result) noexcept;
// ran says that the vector was put to the implementation and judged.
[[nodiscard]] bool ran(Result result) noexcept;
// disqualifies: a failed MUST, or a crash, hang, protocol error or memory over budget at any level.
[[nodiscard]] bool disqualifies(const reports::VectorResult& result) noexcept;

// offers says whether a vector is a test of an operation: encode takes valid ones, the other way round, where the
// format can be encoded and the value is one that the strict profile allows.
[[nodiscard]] bool offers(const Vector& vector, Operation operation) noexcept;
// scored_level is the level that a failure counts at. What only our own compat profile or HTTP framing asks for is
// never a MUST.
[[nodiscard]] Level scored_level(const Vector& vector) noexcept;

// score judges an answer. `verdict_only`: the testee has said that it gives no values.
[[nodiscard]] reports::VectorResult score(const Vector& vector, Operation operation, const Answer& answer,
                                          bool verdict_only);

// tally counts results by format and operation and gives each its verdict. `results` are sorted by both.
[[nodiscard]] std::vector<reports::Run> tally(const std::vector<reports::VectorResult>& results);

}  // namespace hallmark::conformance
