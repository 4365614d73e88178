// SPDX-License-Identifier: Apache-2.0
// The generator of BSON vectors.
#include <algorithm>

#include "conformance/bson_vector/generate.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::bson_vector {
namespace {

using conformance::written;

conformance::Input any(conformance::Choices& choices) { return {written(any_vector(choices, 64).view()), {}, {}}; }

// An embedding: floats where the size can be that of floats, else bytes or bits.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  const std::uint64_t header = encoded_size({});
  const std::uint64_t data = std::max(size, header) - header;
  const bool floats = data % 4 == 0;
  VectorType dtype = VectorType::float32;
  if (!floats) dtype = noise.below(2) == 0 ? VectorType::int8 : VectorType::packed_bit;
  out.write(written(VectorView{dtype, 0, {}}));
  write_elements(noise, floats ? DType::f32 : DType::u8, data, out);
  return {};
}

}  // namespace
}  // namespace hallmark::bson_vector

namespace hallmark::conformance::generator {

extern const Generator bson_vector;
const Generator bson_vector{"bson-vector", "bson-vector#data-types-dtypes", hallmark::bson_vector::any,
                            hallmark::bson_vector::sized};

}  // namespace hallmark::conformance::generator
