// Fuzz target: the codecs of `kserve` compared with the oracle (conformance/kserve): the same findings in the same
// order, the same decisive error and the same verdict in both profiles, and of a valid body the same tensors.
#include "conformance/kserve/oracle.hpp"

#include "conformance/testing/oracle_difference.hpp"
#include "fuzz/invariants.hpp"
#include "fuzz/kserve/bodies.hpp"

namespace hallmark::fuzz {
namespace {

kserve::oracle::Message decoded(Role role, Bytes body, const Options& options) {
  Block memory(static_cast<std::size_t>(kserve::scratch_bound(body, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto message = kserve::decode(role, body, scratch, options);
  invariant(static_cast<bool>(message), "the codec accepts what the oracle accepts");
  return {message->header_length, kserve::owned(*message)};
}

void compare(Role role, Bytes body, Options options) {
  const std::string difference = testing::difference_from_oracle(codec_of(role), body, options);
  invariant(difference.empty(), difference.c_str());
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const kserve::oracle::OracleResult expected = kserve::oracle::read(role, body, options);
    const bool valid = expected.report.verdict() == Verdict::valid;
    invariant(!valid || decoded(role, body, options) == expected.message, "codec and oracle read the same message");
  }
}

}  // namespace

void run_target(const Block& input) {
  in_both_framings(input.view(), [&](Role role, const Options& options) { compare(role, input.view(), options); });
}

}  // namespace hallmark::fuzz
