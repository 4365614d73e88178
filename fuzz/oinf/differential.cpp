// Fuzz target: the codec of `oinf` compared with the oracle (conformance/oinf): the same findings in the same order,
// the same decisive error and the same verdict, in both profiles.
#include "conformance/oinf/oracle.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::codec {
extern const Codec oinf;
}

namespace hallmark::fuzz {

void run_target(const Block& input) {
  const std::string difference = testing::difference_from_oracle(
      codec::oinf, input.view(), {},
      [&](const Options& options) { return oinf::oracle::report_on(input.view(), options); });
  invariant(difference.empty(), difference.c_str());
}

}  // namespace hallmark::fuzz
