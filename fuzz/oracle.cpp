// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family: its codecs compared with the oracle (conformance/oracle): the same findings in the same
// order, the same decisive error and the same verdict, in both profiles, under small limits and, of bodies of messages,
// with a header length; and what else an oracle compares. Limits and length are drawn from a hash of the input.
#include <algorithm>

#include "conformance/testing/draws.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "fuzz/family.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

void run_target(const Block& input) {
  conformance::Draws draws(input.view());
  Options drawn;
  drawn.limits = conformance::drawn_limits(draws);
  constexpr std::uint32_t deepest = 400;  // an oracle may recurse
  if (drawn.limits.max_depth) drawn.limits.max_depth = std::min(*drawn.limits.max_depth, deepest);
  drawn.header_length = conformance::drawn_header_length(draws, input.view());
  for (const Codec* codec : all_codecs()) {
    if (codec->family != family) continue;
    for (const Options& options : {Options{}, drawn}) {
      const std::string difference = testing::difference_from_oracle(*codec, input.view(), options);
      invariant(difference.empty(), difference.c_str());
    }
  }
}

}  // namespace hallmark::fuzz
