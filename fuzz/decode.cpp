// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family: the invariants of every decoder; of formats that have a header length, with one, too.
#include "codecs/core/manifest.hpp"
#include "conformance/testing/draws.hpp"
#include "fuzz/family.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

void run_target(const Block& input) {
  conformance::Draws draws(input.view());
  Options framed;
  framed.header_length = conformance::drawn_header_length(draws, input.view());
  for (const Codec* codec : all_codecs()) {
    if (codec->family != family) continue;
    check_invariants(*codec, input, rules_of_others());
    const bool has_header_length = !manifest::family_of(*codec).messages.request.empty();
    if (has_header_length) check_invariants(*codec, input, rules_of_others(), framed);
  }
}

}  // namespace hallmark::fuzz
