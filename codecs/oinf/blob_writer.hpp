// SPDX-License-Identifier: Apache-2.0
// Writes blobs of metadata from what they hold. The encoder takes them as they lie.
#pragma once

#include "oinf/writer.hpp"

namespace hallmark::oinf {

// Blobs of metadata, with the padding that is their own; a STRING is one string. oinf#metadata-payloads.
inline void put_bitset(Writer& to, const Bitset& value) noexcept {
  const std::uint64_t from = to.size();
  to.u32le(value.bits);
  to.u32le(static_cast<std::uint32_t>(value.data.size()));
  to.bytes(value.data);
  put_padding(to, from);
}
inline void put_ndarray(Writer& to, const TensorView& value) noexcept {
  const std::uint64_t from = to.size();
  to.u32le(static_cast<std::uint32_t>(type_of(value.dtype)));
  to.u32le(static_cast<std::uint32_t>(value.shape.rank()));
  put_dims(to, value.shape);
  to.bytes(value.data);
  put_padding(to, from);
}

}  // namespace hallmark::oinf
