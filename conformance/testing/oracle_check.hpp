// Properties that a codec agrees with an oracle.
#pragma once

#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/property.hpp"

namespace hallmark::testing {

// agrees_with_oracle fails the property, with the input, where they differ.
inline void agrees_with_oracle(const Codec& codec, Bytes input, const Options& options,
                               const ReportUnder& report_under) {
  const std::string difference = difference_from_oracle(codec, input, options, report_under);
  if (!difference.empty()) RC_FAIL(difference + "; " + hex(input));
}

}  // namespace hallmark::testing
