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

namespace {

// read_value reads a value of any form with a walk. A text is converted into the scratch.
bool read_value(const StreamView& stream, std::uint64_t at, Scratch scratch, const Options& options, Value& value,
                TensorView& tensor) noexcept {
  Position position(scratch.room<Frame>(frames(stream.input, options)));
  Findings findings(options.profile);
  Walk walk(stream.input, options, findings, position);
  walk.start_at(at);
  // Data, and then the shape, which is known at their end.
  const auto memory = scratch.room<std::byte>(stream.text_memory);
  walk.store_into(memory);
  if (!walk.next(value)) return false;
  if (value.form == Form::binary) {
    tensor.shape = Shape(value.dims);
    tensor.data = value.data;
    return true;
  }
  const std::uint64_t size = value.elements * size_of(value.dtype);
  const std::uint64_t dims = value.rank * sizeof(std::uint64_t);
  if (size > memory.size() || dims > memory.size() - size) return false;
  const auto data = memory.first(static_cast<std::size_t>(size));
  const auto shape = memory.subspan(data.size(), static_cast<std::size_t>(dims));
  if (!walk.stored(value)) walk.store_again(value, memory);
  walk.dimensions(value, shape);
  tensor.shape = Shape(shape);
  tensor.data = data;
  return true;
}

}  // namespace

std::uint64_t read_scratch(const StreamView& stream, const Options& options) noexcept {
  return scratch_bound(stream.input, options) + stream.text_memory;
}

bool Values::next(ValueView& value) noexcept {
  const TextCursor text(stream_.input);
  const TextCursor at = text.skip(at_);
  Value read;
  if (read_plain_value(at, options_.limits.max_rank.value_or(default_max_rank), read)) {
    value.tensor.shape = Shape(read.dims);
    value.tensor.data = read.data;
  } else if (!read_value(stream_, at_, scratch_, options_, read, value.tensor)) {
    return false;
  }
  value.offset = read.begin - text;
  value.length = read.end - read.begin;
  value.form = read.form;
  value.tensor.dtype = read.dtype;
  at_ = read.end - text;
  return true;
}

}  // namespace hallmark::futhark
