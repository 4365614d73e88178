// SPDX-License-Identifier: Apache-2.0
// Invariants: what is true of every codec on every input, whatever its format. Properties check them on chosen inputs,
// fuzz targets on any. The standard library and codecs/core suffice: fuzz targets are built without others.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// Finding is one report of a validation.
struct Finding {
  const Rule* rule = nullptr;
  Severity severity = Severity::error;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string path;
  std::string line;  // of text, as programs print it

  [[nodiscard]] bool operator==(const Finding&) const = default;
};

// Outcome is what decode and validate say about one input.
struct Outcome {
  Violation decoded;                 // of decode; null rule: valid
  Verdict verdict = Verdict::valid;  // of validate
  std::vector<Finding> findings;     // of validate, notes and warnings included
  std::uint64_t scratch_bound = 0;
};

// run_codec runs both in scratch of exactly scratch_bound bytes, newly allocated, so that a sanitizer detects a
// read past its end.
[[nodiscard]] Outcome run_codec(const Codec& codec, Bytes input, const Options& options);

// The rules that a codec may report beside its own: those of the formats inside it. Nothing: those of all formats.
using RulesOfOthers = std::optional<std::span<const Rule* const>>;

// WindowTrial is what came of judging the first bytes of an input: what is wrong with that, and how many bytes were
// asked for, 0 where they sufficed.
struct WindowTrial {
  std::string fault;
  std::uint64_t asked = 0;
};

// try_window judges the first `held` bytes of an input whose outcome is `whole`: of an input that is here in part,
// - a window that is too short asks for more bytes than it has and no more than there are, after nothing but what the
//   whole input has; another says the same as the whole input, but for errors beyond it, and notes that it is valid as
//   far as it is here
// - no byte beyond the window is read, scratch_bound suffices and is no larger than that of the whole
// - layout and contents keep their invariants
[[nodiscard]] WindowTrial try_window(const Codec& codec, Bytes input, const Options& options, const Outcome& whole,
                                     std::uint64_t held);

// broken_invariant describes the first invariant that the codec breaks on this input:
// - scratch is paid for by the input, and scratch_bound suffices
// - what scratch held before, more of it, and the address of the input make no difference
// - decode and validate agree in verdict, and in rule, offset and length of the decisive error
// - every rule reported is one of the format's, with its severity; every place reported lies inside the input
// - paths are UTF-8 without control characters
// - a sink that has seen enough, at once or after a number that is drawn from the input, gets nothing more, has seen
//   what another sees first, and changes no verdict; so with layout and contents
// - what the strict profile accepts, the compat profile accepts
// - a layout names bytes once and in order, and every byte of a valid input
// - no valid input is said to have more bytes than it has
// - contents, of whatever input, are views of it or of the scratch, every byte of which can be read, with data as large
//   as their types and shapes say
// - of two windows, one of a size drawn from the input and one as long as it asks for, what try_window says
// - in less scratch, of a size drawn from the input, decode and validate say the same or hallmark/scratch-exhausted,
// and
//   layout and contents end early
[[nodiscard]] std::optional<std::string> broken_invariant(const Codec& codec, Bytes input, const Options& options = {},
                                                          RulesOfOthers others = {});

// Short inputs reach both sides of a limit as small as this.
inline constexpr std::uint32_t small_limit = 3;

// Trial checks the invariants under both profiles and, in the strict one, under small limits and under limits drawn
// from the input, up to 2^32 - 1, whatever else the options say; and these:
// - compat tolerates nothing but compat rules
// - limits take away only what they bound: they make nothing valid and nothing invalid
struct Trial {
  Outcome strict;
  Verdict compat = Verdict::valid;
  std::optional<std::string> fault;
};
[[nodiscard]] Trial try_invariants(const Codec& codec, Bytes input, RulesOfOthers others = {},
                                   const Options& options = {});

}  // namespace hallmark::conformance
