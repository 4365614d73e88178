// SPDX-License-Identifier: Apache-2.0
// The one writer of what a binary value begins with, field by field, as the specification names them. Its data follow.
#pragma once

#include "futhark/types.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::futhark {

// Header is that of a value; who needs a wrong one sets a field.
struct Header {
  Header(const Type& of, const Shape& shape) noexcept
      : rank(static_cast<std::uint8_t>(shape.rank())), type(of.string), dims(shape) {}

  std::uint8_t b = 'b';
  std::uint8_t version = supported_version;
  std::uint8_t rank;
  std::uint32_t type;  // its four bytes, as a little-endian word
  Shape dims;

  void put(Writer& to) const noexcept {
    to.u8(b);
    to.u8(version);
    to.u8(rank);
    to.u32le(type);
    for (const std::uint64_t size : dims) to.u64le(size);
  }
};

}  // namespace hallmark::futhark
