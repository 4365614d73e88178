// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the codecs of `kserve` compared with the oracle (conformance/kserve): the same findings in the same
// order, the same decisive error and the same verdict in both profiles, and of a valid body the same tensors.
#include "conformance/kserve/oracle.hpp"

#include "conformance/testing/oracle_difference.hpp"
#include "fuzz/kserve/bodies.hpp"

namespace hallmark::fuzz {
namespace {

void compare(Role role, Bytes body, Options options) {
  const std::string difference = testing::difference_from_oracle(codec_of(role), body, options);
  invariant(difference.empty(), difference.c_str());
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const kserve::oracle::OracleResult expected = kserve::oracle::read(role, body, options);
    if (expected.report.verdict() != Verdict::valid) continue;
    const bool accepted = with_message(role, body, options, [&](const kserve::MessageView& message, Bytes) {
      const kserve::oracle::Message found{message.header_length, kserve::owned(message)};
      invariant(found == expected.message, "codec and oracle read the same message");
    });
    invariant(accepted, "the codec accepts what the oracle accepts");
  }
}

}  // namespace

void run_target(const Block& input) {
  in_both_framings(input.view(), [&](Role role, const Options& options) { compare(role, input.view(), options); });
}

}  // namespace hallmark::fuzz
