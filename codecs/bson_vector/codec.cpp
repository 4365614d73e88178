// SPDX-License-Identifier: Apache-2.0
#include "bson_vector/payload.hpp"
#include "core/families.hpp"
#include "core/operations.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {
namespace {

// Two bytes of header look like anything: a payload is known by its file name only.
Recognition recognise(Bytes) noexcept { return Recognition::none; }

Violation layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const FieldPlace place;
  Ranges ranges(sink, input.size(), decode(input, scratch, options).violation(), &place);
  ranges.up_to(1, "dtype");
  ranges.up_to(2, "padding");
  ranges.up_to(ranges.end(), "data");
  return ranges.violation();
}

Violation contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto vector = decode(input, scratch, options);
  if (vector) (void)show(*vector, FieldPlace(), sink);
  return vector.violation();
}

}  // namespace
}  // namespace hallmark::bson_vector

constexpr hallmark::Codec hallmark::codec::bson_vector{
    manifest::bson_vector,
    whole<bson_vector::recognise, bson_vector::scratch_bound, bson_vector::decode, bson_vector::validate,
          bson_vector::layout, bson_vector::contents>(bson_vector::rules)};
