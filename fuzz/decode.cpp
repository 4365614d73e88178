// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family that has no decode.cpp of its own: the invariants of every decoder.
#include "fuzz/family.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

void run_target(const Block& input) {
  for (const Codec* codec : all_codecs()) {
    if (codec->family == family) (void)check_invariants(*codec, input, rules_of_others());
  }
}

}  // namespace hallmark::fuzz
