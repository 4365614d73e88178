// SPDX-License-Identifier: Apache-2.0
// Operations of a family, made from its own functions or from its Walk. That takes an input, scratch, options and a
// sink, and then runs.
#pragma once

#include "core/findings.hpp"
#include "core/ranges.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark {

// begins_with recognises a format by its mark.
template <const std::string_view& mark>
[[nodiscard]] Recognition begins_with(Input input) noexcept {
  return as_text(input.slice(0, mark.size())) == mark ? Recognition::magic : Recognition::none;
}

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

// same_bound is that of contents which need no more than scratch_bound.
template <auto bound, class From = Input>
[[nodiscard]] std::uint64_t same_bound(From input, Scratch&, const Options& options) noexcept {
  return bound(input, options);
}

// operations_by are those of a family whose Walk judges an input, or its beginning. The rest is its own.
template <class Walk, auto recognise, auto bound, auto layout, auto contents, auto contents_bound = same_bound<bound>>
[[nodiscard]] consteval Operations operations_by(std::span<const Rule* const> rules) noexcept {
  return {
      .rules = rules,
      .recognise = recognise,
      .scratch_bound = bound,
      .decode = [](Input input, Scratch& scratch,
                   const Options& options) noexcept { return decode_by<Walk>(input, scratch, options).violation(); },
      .validate = validate_by<Walk>,
      .layout = layout,
      .contents = contents,
      .contents_bound = contents_bound,
      .declared_size =
          [](Input input, Scratch& scratch, const Options& options) noexcept {
            Walk walk(input, scratch, options);
            walk.run();
            return walk.declared_size();
          },
  };
}

// draw draws every field by a second walk: where the first error lies is known only when all of the file has been
// judged. rest(walk, ranges) draws what follows the tables.
template <class Walk, class Rest>
Violation draw(Input input, Scratch& scratch, const Options& options, LayoutSink& sink, const Rest& rest) noexcept {
  Scratch again = scratch;
  Ranges ranges(sink, input.size, decode_by<Walk>(input, again, options).violation());
  Walk walk(input, scratch, options, nullptr, &ranges);
  walk.run();
  walk.position().whole_file();
  rest(walk, ranges);
  return ranges.violation();
}

// incomplete is what is wrong with an input that should be here in full.
[[nodiscard]] inline Violation incomplete(Input input) noexcept {
  const std::uint64_t here = input.window.size();
  return {&rule<"hallmark/window">, here, 0, here, input.size, ""};
}

// when_whole asks for all of an input before it calls a function, and keeps of its answer what was wrong.
template <auto function, class... Sink>
[[nodiscard]] Violation when_whole(Input input, Scratch& scratch, const Options& options, Sink&... sink) noexcept {
  if (!input.whole()) return incomplete(input);
  const auto found = function(Bytes(input.window), scratch, options, sink...);
  if constexpr (requires { found.violation(); }) {
    return found.violation();
  } else {
    return found;
  }
}

// whole makes Operations of a family that cannot judge the beginning of a file: its header says nothing of places, or
// it has none. Its functions take Bytes.
template <auto recognise, auto bound, auto decode, auto validate, auto layout, auto contents,
          auto contents_bound = same_bound<bound, Bytes>>
[[nodiscard]] consteval Operations whole(std::span<const Rule* const> rules) noexcept {
  return {
      .rules = rules,
      .recognise = [](Input input) noexcept { return recognise(input.window); },
      .scratch_bound = [](Input input,
                          const Options& options) noexcept { return input.whole() ? bound(input.window, options) : 0; },
      .decode = when_whole<decode>,
      .validate =
          [](Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
            if (input.whole()) return validate(input.window, scratch, options, sink);
            Findings findings(options.profile, &sink);
            findings.record(incomplete(input));
            return findings.verdict();
          },
      .layout = when_whole<layout>,
      .contents = when_whole<contents>,
      .contents_bound =
          [](Input input, Scratch& scratch, const Options& options) noexcept {
            return input.whole() ? contents_bound(input.window, scratch, options) : 0;
          },
  };
}

}  // namespace hallmark
