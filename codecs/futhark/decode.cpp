#include <algorithm>

#include "futhark/stream.hpp"

namespace hallmark::futhark {

// A level costs a byte of input at least.
std::uint64_t scratch_bound(Bytes input, const Options& options) noexcept {
  return std::min<std::uint64_t>(options.limits.max_rank.value_or(default_max_rank), input.size()) * sizeof(Frame);
}

Decoded<StreamView> decode(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Position position(input, scratch, options);
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, options, findings, position);
  walk.run(Unwatched());
  Reader in(input, findings, rule<"futhark/header-truncated">);  // only a Reader can say that an input is valid
  return in.verdict<StreamView>(input, position.value, walk.text_memory());
}

Verdict validate(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Position position(input, scratch, options);
  Findings findings(options.profile, &sink, &position);
  Walk(input, options, findings, position).run(Unwatched());
  return findings.verdict();
}

std::uint64_t read_scratch(const StreamView& stream, const Options& options) noexcept {
  return scratch_bound(stream.input, options) + stream.text_memory;
}

namespace {

// One takes the first value that it hears of.
struct One {
  static constexpr bool counted = false;

  [[nodiscard]] bool value(const Value& value) noexcept {
    read = walk->tensor(value, view->tensor);
    view->offset = walk->offset(value.begin);
    view->length = value.end - value.begin;
    view->form = value.form;
    return false;
  }

  Walk* walk;
  ValueView* view;
  bool read = false;
};

}  // namespace

bool Values::next(ValueView& value) noexcept {
  Scratch scratch = stream_.text_memory == 0 ? Scratch() : scratch_;  // binary values need none
  Position position(stream_.input, scratch, options_);
  Findings findings(options_.profile);
  Output output(scratch.room<std::byte>(stream_.text_memory));
  Walk walk(stream_.input, options_, findings, position, &output);
  One one{&walk, &value};
  (void)walk.run(TextCursor(stream_.input).skip(at_), one);
  if (one.read) at_ = value.offset + value.length;
  return one.read;
}

}  // namespace hallmark::futhark
