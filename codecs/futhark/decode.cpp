// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "futhark/stream.hpp"

namespace hallmark::futhark {

// A level costs a byte of input at least.
std::uint64_t scratch_bound(LastingBytes input, const Options& options) noexcept {
  return std::min<std::uint64_t>(options.limits.max_rank.value_or(default_max_rank), input.size()) * sizeof(Frame);
}

Decoded<StreamView> decode(LastingBytes input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  walk.run(Unwatched());
  Reader in(input, walk.findings(), rule<"futhark/header-truncated">);  // only a Reader can say that an input is valid
  return in.verdict<StreamView>(input, walk.position().value, walk.text_memory());
}

Verdict validate(LastingBytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk walk(input, scratch, options, &sink);
  walk.run(Unwatched());
  return walk.findings().verdict();
}

std::uint64_t read_scratch(const StreamView& stream, const Options& options) noexcept {
  return scratch_bound(stream.input, options) + stream.text_memory;
}

bool Values::next(ValueView& view) noexcept {
  Scratch scratch = stream_.text_memory == 0 ? Scratch() : scratch_;  // binary values need none
  Walk walk(stream_.input, scratch, options_, nullptr, stream_.text_memory);
  bool read = false;
  (void)walk.run(TextCursor(stream_.input).skip(at_), [&](const Value& value) noexcept {
    read = walk.tensor(value, view.tensor);
    view.offset = walk.offset(value.begin);
    view.length = value.end - value.begin;
    view.form = value.form;
    return false;
  });
  if (read) {
    at_ = view.offset + view.length;
  } else {
    violation_ = walk.findings().decisive();
  }
  return read;
}

}  // namespace hallmark::futhark
