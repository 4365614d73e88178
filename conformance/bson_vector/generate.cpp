// SPDX-License-Identifier: Apache-2.0
// Writes valid vectors from choices.
#include "conformance/bson_vector/generate.hpp"

#include <iterator>

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

}  // namespace hallmark::bson_vector
