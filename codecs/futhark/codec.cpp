// SPDX-License-Identifier: Apache-2.0
#include "core/families.hpp"
#include "core/operations.hpp"
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
  Ranges ranges(sink, input.size(), {}, &position);
  walk.run([&](const Value& value) noexcept {
    ranges.until(walk.offset(value.begin), "separator");
    if (value.form == Form::text) return ranges.until(walk.offset(value.end), "text");
    for (const HeaderField& field : header_fields) ranges.next(field.size, field.name);
    for (position.dimension = 0; position.dimension < value.rank; ++position.dimension) ranges.next(8, "dims[]");
    return ranges.next(value.data.size(), "data");
  });
  const Violation found = walk.findings().decisive();
  const bool valid = found.rule == nullptr;
  const bool more = ranges.until(valid ? input.size() : found.offset, valid ? "separator" : "value");
  return more ? found : Violation();
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

}  // namespace
}  // namespace hallmark::futhark

constexpr hallmark::Codec hallmark::codec::futhark{
    manifest::futhark, whole<futhark::recognise, futhark::scratch_bound, futhark::decode, futhark::validate,
                             futhark::layout, futhark::contents, futhark::contents_bound>(futhark::rules)};
