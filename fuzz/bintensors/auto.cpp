// Fuzz target: the choice of the BinTensors layout (conformance::choose), compared with both decoders. A layout that
// accepts is chosen; if both accept, v1, with v0 as the alternative; if both reject, the one with the later error, by
// phase, then offset, then v1. The codec found first and the profile make no difference.
#include <tuple>

#include "conformance/examine/layouts.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::codec {
extern const Codec bintensors_v0;
extern const Codec bintensors_v1;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

Violation strictly(const Codec& codec, Bytes input) {
  Block memory(static_cast<std::size_t>(codec.scratch_bound(input, {})), 0x5a);
  Scratch scratch(memory.bytes());
  return codec.decode(input, scratch, {});
}

conformance::Reading expected(Bytes input) {
  const Codec& v0 = codec::bintensors_v0;
  const Codec& v1 = codec::bintensors_v1;
  const Violation zero = strictly(v0, input);
  const Violation one = strictly(v1, input);
  if (one.rule == nullptr) return {&v1, zero.rule == nullptr ? &v0 : nullptr};
  if (zero.rule == nullptr) return {&v0, nullptr};
  const unsigned phase_zero = v0.phase(*zero.rule);
  const unsigned phase_one = v1.phase(*one.rule);
  invariant(phase_zero >= 1 && phase_zero <= 7 && phase_one >= 1 && phase_one <= 7, "every rule has a phase");
  const bool further = std::tie(phase_zero, zero.offset) > std::tie(phase_one, one.offset);
  return {further ? &v0 : &v1, nullptr};
}

}  // namespace

void run_target(const Block& input) {
  const conformance::Reading wanted = expected(input.view());
  for (const Codec* found : {&codec::bintensors_v0, &codec::bintensors_v1}) {
    for (const Profile profile : {Profile::strict, Profile::compat}) {
      Options options;
      options.profile = profile;
      const conformance::Reading chosen = conformance::choose(*found, input.view(), options, {});
      invariant(chosen.codec == wanted.codec, "the layout that accepts, or comes further, is chosen");
      invariant(chosen.alternative == wanted.alternative, "another layout is named when both accept");
    }
  }
}

}  // namespace hallmark::fuzz
