// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/recognise.hpp"

#include <algorithm>
#include <tuple>

#include "core/file_names.hpp"

namespace hallmark {
namespace {

const Codec* codec_recognising(Input input, Recognition as) noexcept {
  for (const Codec* codec : all_codecs()) {
    if (codec->recognise(input) == as) return codec;
  }
  return nullptr;
}

// Attempt is the position of the first error in one layout.
struct Attempt {
  bool accepts = false;
  unsigned phase = 0;
  std::uint64_t offset = 0;
};

Attempt attempt(const Codec& codec, Input input, Scratch scratch, const Options& options) noexcept {
  if (codec.scratch_bound(input, options) > scratch.rest<std::byte>().size()) return {};
  const Violation violation = codec.decode(input, scratch, options);
  if (violation.rule == nullptr) return {.accepts = true};
  return {.phase = codec.phase(*violation.rule), .offset = violation.offset};
}

}  // namespace

// More bytes than start_window would make a codec walk the structure of a file whose name identifies it.
const Codec* codec_by_mark(Bytes input) noexcept {
  return codec_recognising(input.first(std::min(input.size(), start_window)), Recognition::magic);
}

const Codec* codec_by_name(std::string_view name) noexcept {
  for (const Codec* codec : all_codecs()) {
    for (const std::string_view extension : codec->extensions) {
      if (ends_with_any_case(name, extension)) return codec;
    }
  }
  return nullptr;
}

const Codec* recognise(Input input, std::string_view name) noexcept {
  if (const Codec* codec = codec_by_mark(input.window)) return codec;
  if (const Codec* codec = codec_by_name(name)) return codec;
  // An empty input has no structure to recognise.
  return input.window.empty() ? nullptr : codec_recognising(input, Recognition::structure);
}

Choice choose(const Codec& found, Input input, const Scratch& scratch, const Options& options) noexcept {
  if (found.phase == nullptr) return {&found, nullptr};
  Options strict = options;
  strict.profile = Profile::strict;
  Choice choice;
  Attempt best;
  for (const Codec* codec : all_codecs()) {
    if (codec->family != found.family) continue;
    const Attempt one = attempt(*codec, input, scratch, strict);
    if (one.accepts && best.accepts) choice.alternative = choice.codec;
    // Of equal attempts the later layout wins.
    if (choice.codec == nullptr ||
        std::tie(one.accepts, one.phase, one.offset) >= std::tie(best.accepts, best.phase, best.offset)) {
      choice.codec = codec;
      best = one;
    }
  }
  return choice;
}

std::uint64_t choose_bound(const Codec& found, Input input, const Options& options) noexcept {
  std::uint64_t most = 0;
  for (const Codec* codec : all_codecs()) {
    if (codec->family == found.family) most = std::max(most, codec->scratch_bound(input, options));
  }
  return most;
}

}  // namespace hallmark
