// SPDX-License-Identifier: Apache-2.0
// Writes valid vectors from choices.
#include "conformance/bson_vector/generate.hpp"

#include <algorithm>
#include <iterator>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::bson_vector {
OwnedVector any_vector(conformance::Choices& choices, std::uint32_t most) {
  // Floats whose bits are easily changed by a read and a write: quiet and signalling NaNs with payloads, -0.0,
  // infinities, subnormals.
  constexpr std::uint32_t special_floats[] = {0x7fc00000, 0xffc01234, 0x7f800001, 0xff812345, 0x80000000,
                                              0x7f800000, 0xff800000, 0x00000001, 0x807fffff};
  constexpr VectorType types[] = {VectorType::int8, VectorType::packed_bit, VectorType::float32};
  OwnedVector vector;
  vector.dtype = types[choices.below(std::size(types))];
  const std::uint32_t count = choices.below(std::uint64_t{most} + 1);
  const bool floats = vector.dtype == VectorType::float32;
  vector.data = floats ? std::vector<std::byte>(std::size_t{count} * 4) : choices.bytes(count);
  for (std::size_t at = 0; floats && at < vector.data.size(); at += 4) {
    const std::uint32_t bits = choices.chance(3) ? special_floats[choices.below(std::size(special_floats))]
                                                 : static_cast<std::uint32_t>(choices.word());
    store_le(vector.data.data() + at, bits);
  }
  if (vector.dtype == VectorType::packed_bit && count > 0) {
    vector.padding = static_cast<std::uint8_t>(choices.below(8));
    vector.data.back() &= std::byte{0xff} << vector.padding;
  }
  return vector;
}

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

const conformance::Generator bson_vector_generator =
    conformance::definite({"bson-vector", "bson-vector#data-types-dtypes", any, sized});

}  // namespace hallmark::bson_vector
