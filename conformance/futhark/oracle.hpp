// Oracle: the rules of `futhark`, written a second time and plainly: strings, recursion, words found by their prefixes,
// numbers by the C library. It reports everything that validate must report, in order: token by token, of each what is
// wrong with its bytes, then what is wrong with it as a whole.
#pragma once

#include "conformance/futhark/generate.hpp"
#include "conformance/oracle/oracle.hpp"

namespace hallmark::futhark::oracle {

struct OracleResult {
  conformance::OracleReport report;
  OwnedValues values;  // of a valid stream
};

[[nodiscard]] OracleResult read(Bytes stream, const Options& options = {});

}  // namespace hallmark::futhark::oracle
