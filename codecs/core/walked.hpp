// SPDX-License-Identifier: Apache-2.0
// What is asked of a walk over all of an input: functions of a family whose Walk takes the input, scratch, options and
// a sink, and then runs.
#pragma once

#include "core/codec_table.hpp"
#include "core/ranges.hpp"
#include "hallmark/core/decoded.hpp"

namespace hallmark {

template <class Walk>
[[nodiscard]] auto decode_by(Input input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  return walk.decoded();
}

template <class Walk>
[[nodiscard]] Verdict validate_by(Input input, Scratch& scratch, const Options& options,
                                  DiagnosticSink& sink) noexcept {
  Walk walk(input, scratch, options, &sink);
  walk.run();
  return walk.findings().verdict();
}

template <class Walk>
[[nodiscard]] std::uint64_t declared_size_by(Input input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  return walk.declared_size();
}

// operations_by are those of a family whose Walk judges an input. The rest is its own; contents_bound is left out where
// contents need no more than `bound`.
template <class Walk, std::uint64_t (*bound)(Input input, const Options& options) noexcept,
          decltype(Operations::validate) validate>
[[nodiscard]] consteval Operations operations_by(
    std::span<const Rule* const> rules, decltype(Operations::recognise) recognise, decltype(Operations::layout) layout,
    decltype(Operations::contents) contents,
    decltype(Operations::contents_bound) contents_bound = [](Input input, Scratch&, const Options& options) noexcept {
      return bound(input, options);
    }) noexcept {
  return {.rules = rules,
          .recognise = recognise,
          .scratch_bound = bound,
          .decode = violation_of<decode_by<Walk>, Input>,
          .validate = validate,
          .layout = layout,
          .contents = contents,
          .contents_bound = contents_bound,
          .declared_size = declared_size_by<Walk>};
}

// draw draws every field by a second walk: where the first error lies is known only when all of the file has been
// judged. rest(walk, ranges, valid) draws what follows the tables.
template <class Walk, class Rest>
Violation draw(Input input, Scratch& scratch, const Options& options, LayoutSink& sink, const Rest& rest) noexcept {
  Scratch again = scratch;
  const auto file = decode_by<Walk>(input, again, options);
  Ranges ranges(sink, file ? input.size : file.violation().offset);
  Walk walk(input, scratch, options, nullptr, &ranges);
  walk.run();
  walk.position().whole_file();
  rest(walk, ranges, static_cast<bool>(file));
  return ranges.enough() ? Violation() : file.violation();
}

}  // namespace hallmark
