#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

// A level costs a byte of input at least.
std::uint64_t frames(Bytes input, const Options& options) noexcept {
  return std::min<std::uint64_t>(options.limits.max_rank.value_or(default_max_rank), input.size());
}

}  // namespace

std::uint64_t scratch_bound(Bytes input, const Options& options) noexcept {
  return frames(input, options) * sizeof(Frame);
}

Decoded<StreamView> decode(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Position position(scratch.room<Frame>(frames(input, options)));
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, options, findings, position);
  walk.run();
  return walk.in().verdict<StreamView>(input, walk.values(), walk.text_memory());
}

Verdict validate(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Position position(scratch.room<Frame>(frames(input, options)));
  Findings findings(options.profile, &sink, &position);
  Walk(input, options, findings, position).run();
  return findings.verdict();
}

std::uint64_t read_scratch(const StreamView& stream, const Options& options) noexcept {
  return scratch_bound(stream.input, options) + stream.text_memory;
}

bool Values::next(ValueView& value) noexcept {
  Scratch scratch = scratch_;
  Position position(scratch.room<Frame>(frames(stream_.input, options_)));
  Findings findings(options_.profile);
  Walk walk(stream_.input, options_, findings, position);
  walk.start_at(at_);
  Value read;
  if (!walk.next(read)) return false;
  value.offset = walk.offset(read.begin);
  value.length = read.end - read.begin;
  value.form = read.form;
  value.tensor.dtype = read.dtype;
  if (read.form == Form::binary) {
    value.tensor.shape = Shape(read.dims);
    value.tensor.data = read.data;
  } else {
    const std::uint64_t size = read.elements * size_of(read.dtype);
    const std::uint64_t dims = read.rank * sizeof(std::uint64_t);
    const auto shape = scratch.room<std::byte>(dims);
    const auto data = scratch.room<std::byte>(size);
    if (shape.size() != dims || data.size() != size) return false;
    walk.dimensions(read, shape);
    walk.store(read, data);
    value.tensor.shape = Shape(shape);
    value.tensor.data = data;
  }
  at_ = walk.offset(read.end);
  return true;
}

}  // namespace hallmark::futhark
