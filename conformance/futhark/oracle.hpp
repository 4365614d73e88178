// Oracle: the rules of `futhark`, written a second time and plainly: strings, recursion, words found by their prefixes,
// numbers by the C library and, for f16, by comparing digits. It reports everything that validate must report, in
// order: token by token, of each what is wrong with its bytes, then what is wrong with it as a whole.
#pragma once

#include "conformance/futhark/generate.hpp"
#include "conformance/testing/expected_report.hpp"

namespace hallmark::futhark::oracle {

using testing::Fault;
using testing::OracleReport;

struct OracleResult {
  OracleReport report;
  OwnedValues values;  // of a valid stream
};

[[nodiscard]] OracleResult read(Bytes stream, const Options& options = {});

// nearest_f16 gives the bits of the f16 nearest to digits × base^exponent, base 2 or 10, ties to even.
[[nodiscard]] std::uint64_t nearest_f16(std::string digits, std::int64_t exponent, unsigned base);

}  // namespace hallmark::futhark::oracle
