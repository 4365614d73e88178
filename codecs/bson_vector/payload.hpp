// SPDX-License-Identifier: Apache-2.0
// Payload: the checks of one vector, inline so that `bson` needs no call for each of its vectors; and what sinks hear.
#pragma once

#include "core/reader.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/bson_vector/rules.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::bson_vector {

[[nodiscard]] inline bool known(std::uint8_t dtype) noexcept {
  const auto type = static_cast<VectorType>(dtype);
  return type == VectorType::int8 || type == VectorType::packed_bit || type == VectorType::float32;
}

// Padding and length are checked independently: both are reported where both are wrong.
[[gnu::always_inline]] inline void check_numbers(Reader& in, VectorType type, const Field<std::uint8_t>& padding,
                                                 const Field<Bytes>& data) noexcept {
  in.require(padding == 0, rule<"bson-vector/padding-not-applicable">, padding, 0);
  if (type == VectorType::float32) {
    in.require(data.value.size() % 4 == 0, rule<"bson-vector/float32-length">, data.at, data.width(), data.name,
               data.width());
  }
}

[[gnu::always_inline]] inline void check_bits(Reader& in, const Field<std::uint8_t>& padding,
                                              const Field<Bytes>& data) noexcept {
  if (in.require(padding <= 7, rule<"bson-vector/padding-range">, padding) &&
      in.require(padding == 0 || !data.value.empty(), rule<"bson-vector/padding-empty">, padding, 0) && padding != 0) {
    const auto last = std::to_integer<std::uint8_t>(data.value.back());
    in.require((last & ((1U << padding) - 1U)) == 0, rule<"bson-vector/ignored-bits">, data.at + data.width() - 1, 1,
               data.name, last, padding.value);
  }
}

// show gives a vector as a nameless tensor of one dimension; false when the sink has enough.
[[nodiscard]] inline bool show(const VectorView& vector, const Place& place, ContentSink& sink) noexcept {
  const std::uint64_t count = vector.elements();
  if (vector.dtype == VectorType::packed_bit) return sink.bit_tensor({"", count, vector.data, true}, place);
  std::byte dimension[sizeof count];
  store_le(dimension, count);
  const DType dtype = vector.dtype == VectorType::int8 ? DType::i8 : DType::f32;
  return sink.tensor({"", dtype, true, Shape(dimension), vector.data}, place);
}

// read_vector reads a payload that fills the window of `in`. One exit, so that the view can stay in registers; after a
// violation it means nothing.
[[nodiscard, gnu::always_inline]] inline VectorView read_vector(Reader& in) noexcept {
  const std::uint64_t header = in.remaining();
  in.require(header >= 2, rule<"bson-vector/header-truncated">, in.offset() + header, 0,
             header == 0 ? "dtype" : "padding", header, 2);
  const auto dtype = in.u8("dtype");
  const auto padding = in.u8("padding");
  const auto data = in.rest("data");
  const auto type = static_cast<VectorType>(dtype.value);
  if (in.require(known(dtype), rule<"bson-vector/dtype-unknown">, dtype)) {
    if (type == VectorType::packed_bit) {
      check_bits(in, padding, data);
    } else {
      check_numbers(in, type, padding, data);
    }
  }
  return {type, padding, data};
}

}  // namespace hallmark::bson_vector
