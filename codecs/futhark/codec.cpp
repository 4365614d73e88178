// SPDX-License-Identifier: Apache-2.0
#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "core/ranges.hpp"
#include "futhark/stream.hpp"

namespace hallmark::futhark {
namespace {

Recognition recognise(Bytes input) noexcept {
  const TextCursor at = TextCursor(input).skip_while(is_space);
  const bool found = at.is('b') && at.peek(1) == supported_version;
  return found ? Recognition::structure : Recognition::none;
}

// The bytes of one value after the other; what stands between two is one range.
Violation layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(input, scratch, options);
  Position& position = walk.position();
  Ranges ranges(sink, input.size());
  walk.run([&](const Value& value) noexcept {
    ranges.until(walk.offset(value.begin), "separator", position);
    if (value.form == Form::text) return ranges.until(walk.offset(value.end), "text", position);
    for (const HeaderField& field : header_fields) ranges.field(ranges.at(), field.size, field.name, position);
    for (position.dimension = 0; position.dimension < value.rank; ++position.dimension)
      ranges.field(ranges.at(), sizeof(std::uint64_t), "dims[]", position);
    return ranges.until(walk.offset(value.end), "data", position);
  });
  const Violation found = walk.findings().decisive();
  const bool valid = found.rule == nullptr;
  ranges.until(valid ? input.size() : found.offset, valid ? "separator" : "value", position);
  return ranges.enough() ? Violation() : found;
}

std::uint64_t contents_bound(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  walk.run(Unwatched());
  return scratch_bound(input, options) + walk.text_memory();
}

// The values before the first error.
Violation contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Scratch once = scratch;
  const std::uint64_t bound = contents_bound(input, once, options);
  Walk walk(input, scratch, options, nullptr, bound - scratch_bound(input, options));
  bool more = true;  // wanted by the sink
  walk.run([&](const Value& value) noexcept {
    if (walk.findings().verdict() != Verdict::valid) return true;
    TensorView tensor;
    if (!walk.tensor(value, tensor)) return false;
    more = sink.tensor(tensor, walk.position());
    return more;
  });
  return more ? walk.findings().decisive() : Violation();
}

constexpr WholeOperations operations{
    .rules = rules,
    .recognise = recognise,
    .scratch_bound = scratch_bound,
    .decode = violation_of<decode>,
    .validate = validate,
    .layout = layout,
    .contents = contents,
    .contents_bound = contents_bound,
};

}  // namespace
}  // namespace hallmark::futhark

constexpr hallmark::Codec hallmark::codec::futhark{manifest::futhark, whole<futhark::operations>};
