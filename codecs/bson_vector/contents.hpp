// What a vector is to a ContentSink, shared with `bson`.
#pragma once

#include "hallmark/bson_vector.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::bson_vector {

// show gives a vector as a nameless tensor of one dimension.
inline void show(const VectorView& vector, const Place& place, ContentSink& sink) noexcept {
  const std::uint64_t count = vector.elements();
  if (vector.dtype == VectorType::packed_bit) return sink.bit_tensor({"", count, vector.data, true}, place);
  std::byte dimension[sizeof count];
  store_le(dimension, count);
  const DType dtype = vector.dtype == VectorType::int8 ? DType::i8 : DType::f32;
  sink.tensor({"", dtype, Shape(dimension), vector.data, true}, place);
}

}  // namespace hallmark::bson_vector
