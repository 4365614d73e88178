// SPDX-License-Identifier: Apache-2.0
#include "core/codec_table.hpp"
#include "core/families.hpp"
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
  std::uint64_t at = 0;
  bool more = true;  // wanted by the sink
  const auto range = [&](const char* field, std::uint64_t size) noexcept {
    if (more && size != 0) more = sink.range(at, size, field, position);
    at += size;
  };
  walk.run([&](const Value& value) noexcept {
    range("separator", walk.offset(value.begin) - at);
    if (value.form == Form::text) {
      range("text", value.end - value.begin);
      return more;
    }
    for (const HeaderField& field : header_fields) range(field.name, field.size);
    for (position.dimension = 0; position.dimension < value.rank; ++position.dimension) range("dims[]", 8);
    range("data", value.data.size());
    return more;
  });
  if (!more) return {};
  const Violation found = walk.findings().decisive();
  const std::uint64_t end = found.rule == nullptr ? input.size() : found.offset;
  if (end > at) range(found.rule == nullptr ? "separator" : "value", end - at);
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
