// SPDX-License-Identifier: Apache-2.0
// What property tests share: RapidCheck under Catch2, and failures that show the input.
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <optional>
#include <string>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "conformance/generate/mutate.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/invariants.hpp"

namespace hallmark::testing {

// The tape of choices that a generator reads; RapidCheck shrinks it.
using Tape = std::vector<std::uint8_t>;

[[nodiscard]] inline std::string hex(Bytes bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

// holds_invariants fails the property, with the input, when the codec breaks an invariant.
inline void holds_invariants(const Codec& codec, Bytes input, const Options& options = {}) {
  if (const auto fault = conformance::broken_invariant(codec, input, options))
    RC_FAIL(*fault + ", input " + hex(input));
}

// holds_invariants_in_both_profiles does so for strict and compat.
inline void holds_invariants_in_both_profiles(const Codec& codec, Bytes input, Options options = {}) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    holds_invariants(codec, input, options);
  }
}

// Memory is scratch for one run, as much as a codec asks for or less.
struct Memory {
  explicit Memory(std::uint64_t size) : bytes(static_cast<std::size_t>(size)), scratch(bytes) {}

  std::vector<std::byte> bytes;
  Scratch scratch;
};

// any_tape gives tapes of up to `longest` bytes, longer ones later, as RapidCheck grows its inputs. The bytes are of
// full range from the first on: small ones would be the same few choices every time.
[[nodiscard]] inline rc::Gen<Tape> any_tape(int longest) {
  return rc::gen::scale(longest / 100.0,
                        rc::gen::container<Tape>(rc::gen::resize(100, rc::gen::arbitrary<std::uint8_t>())));
}

// number_near_edge gives one that is near an edge of integers or, more often, near a small one.
[[nodiscard]] inline std::uint64_t number_near_edge() {
  const auto edge = *rc::gen::weightedElement<std::uint64_t>({{9, 0},
                                                              {3, 8},
                                                              {1, 32},
                                                              {1, 256},
                                                              {1, std::uint64_t{1} << 32},
                                                              {1, std::uint64_t{1} << 61},
                                                              {1, std::uint64_t{1} << 63}});
  return edge + *rc::gen::inRange<std::uint64_t>(0, 9) - (edge == 0 ? 0 : 4);
}

// Drawn is choices from such a tape, which it keeps.
struct DrawnTape {
  Tape tape;
};
class Drawn : DrawnTape, public conformance::Choices {
 public:
  explicit Drawn(int longest) : DrawnTape{*any_tape(longest)}, Choices(tape) {}
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;
};

}  // namespace hallmark::testing
