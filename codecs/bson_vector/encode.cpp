// SPDX-License-Identifier: Apache-2.0
#include "core/encoder_answers.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::bson_vector {

std::uint64_t encoded_size(const VectorView& vector) noexcept { return 2 + std::uint64_t{vector.data.size()}; }

Encoded encode(const VectorView& vector, Scratch& scratch, std::span<std::byte> out) noexcept {
  const std::uint64_t size = encoded_size(vector);
  if (out.size() < size) return too_short(out, size);
  Writer to(out);
  to.u8(static_cast<std::uint8_t>(vector.dtype));
  to.u8(vector.padding);
  to.bytes(vector.data);
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::bson_vector
