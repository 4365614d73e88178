// SPDX-License-Identifier: Apache-2.0
// What the table of every codec is filled with: functions of the shape that Codec asks for, made from a family's own.
#pragma once

#include "core/findings.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark {

// violation_of decodes and keeps only what was wrong: `decode` is decode(input, scratch, options) of a family.
template <auto decode, class From = Bytes>
[[nodiscard]] Violation violation_of(From input, Scratch& scratch, const Options& options) noexcept {
  return decode(input, scratch, options).violation();
}

// begins_with recognises a format by its mark.
template <const std::string_view& mark>
[[nodiscard]] Recognition begins_with(Input input) noexcept {
  return as_text(input.slice(0, mark.size())) == mark ? Recognition::magic : Recognition::none;
}

// WholeOperations are Operations of a family that cannot judge the beginning of a file: its header says nothing of
// places, or it has none.
struct WholeOperations {
  std::span<const Rule* const> rules;
  Recognition (*recognise)(Bytes input) noexcept;
  std::uint64_t (*scratch_bound)(LastingBytes input, const Options& options) noexcept;
  Violation (*decode)(Bytes input, Scratch& scratch, const Options& options) noexcept;
  Verdict (*validate)(LastingBytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;
  Violation (*layout)(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept;
  Violation (*contents)(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept;
  // Left out where contents need no more than scratch_bound.
  std::uint64_t (*contents_bound)(Bytes input, Scratch& scratch, const Options& options) noexcept = nullptr;
};

// incomplete is what is wrong with an input that should be here in full.
[[nodiscard]] inline Violation incomplete(Input input) noexcept {
  const std::uint64_t here = input.window.size();
  return {&rule<"hallmark/window">, here, 0, here, input.size, ""};
}

// when_whole asks for all of an input before it calls one of the functions, with a sink or without.
template <const WholeOperations& of, auto function, class... Sink>
[[nodiscard]] Violation when_whole(Input input, Scratch& scratch, const Options& options, Sink&... sink) noexcept {
  return input.whole() ? (of.*function)(input.window, scratch, options, sink...) : incomplete(input);
}

// whole<of> asks for it before all that `of` does.
template <const WholeOperations& of>
inline constexpr Operations whole{
    .rules = of.rules,
    .recognise = [](Input input) noexcept { return of.recognise(input.window); },
    .scratch_bound =
        [](Input input, const Options& options) noexcept {
          return input.whole() ? of.scratch_bound(input.window, options) : 0;
        },
    .decode = when_whole<of, &WholeOperations::decode>,
    .validate =
        [](Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
          if (input.whole()) return of.validate(input.window, scratch, options, sink);
          Findings findings(options.profile, &sink);
          findings.record(incomplete(input));
          return findings.verdict();
        },
    .layout = when_whole<of, &WholeOperations::layout>,
    .contents = when_whole<of, &WholeOperations::contents>,
    .contents_bound =
        [](Input input, [[maybe_unused]] Scratch& scratch, const Options& options) noexcept {
          if (!input.whole()) return std::uint64_t{0};
          if constexpr (of.contents_bound == nullptr) {
            return of.scratch_bound(input.window, options);
          } else {
            return of.contents_bound(input.window, scratch, options);
          }
        },
};

}  // namespace hallmark
