// SPDX-License-Identifier: Apache-2.0
#include "bson_vector/payload.hpp"
#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "core/ranges.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {
namespace {

// Two bytes of header look like anything: a payload is known by its file name only.
Recognition recognise(Bytes) noexcept { return Recognition::none; }

Violation layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto vector = decode(input, scratch, options);
  Ranges ranges(sink, vector ? input.size() : vector.violation().offset);
  ranges.up_to(1, "dtype", FieldPlace());
  ranges.up_to(2, "padding", FieldPlace());
  ranges.up_to(ranges.end(), "data", FieldPlace());
  return ranges.enough() ? Violation() : vector.violation();
}

Violation contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto vector = decode(input, scratch, options);
  if (vector) (void)show(*vector, FieldPlace(), sink);
  return vector.violation();
}

constexpr WholeOperations operations{
    .rules = rules,
    .recognise = recognise,
    .scratch_bound = scratch_bound,
    .decode = violation_of<decode>,
    .validate = validate,
    .layout = layout,
    .contents = contents,
};

}  // namespace
}  // namespace hallmark::bson_vector

constexpr hallmark::Codec hallmark::codec::bson_vector{manifest::bson_vector, whole<bson_vector::operations>};
