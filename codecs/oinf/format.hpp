// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the layout, shared by decoder and encoder.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::oinf {

inline constexpr std::string_view magic("OINF", 5);
inline constexpr std::uint64_t smallest_value = 8;  // of metadata that are no scalars
inline constexpr std::uint32_t has_data = 1;

// rounded_up gives the next multiple of 8. Only for sizes of memory that exists, or that were compared with one.
[[nodiscard]] constexpr std::uint64_t rounded_up(std::uint64_t size) noexcept { return (size + 7) & ~std::uint64_t{7}; }

// string_size is the size of a String of `length` bytes, its own length and padding included. oinf#strings.
[[nodiscard]] constexpr std::uint64_t string_size(std::uint64_t length) noexcept { return rounded_up(4 + length); }

// bytes_of_bits is the size of the bits of a BITSET, oinf#metadata-payloads: above 2^32 - 8 of them, 32 bits do not
// hold the sum.
[[nodiscard]] constexpr std::uint64_t bytes_of_bits(std::uint32_t bits) noexcept {
  return (std::uint64_t{bits} + 7) / 8;
}
static_assert(bytes_of_bits(0) == 0 && bytes_of_bits(1) == 1 && bytes_of_bits(8) == 1 && bytes_of_bits(9) == 2);
static_assert(bytes_of_bits(UINT32_MAX - 7) == 0x1fffffff && bytes_of_bits(UINT32_MAX) == 0x20000000);

// find_foreign gives the index of the first byte that a name may not hold, or `nowhere`. oinf#strings.
[[nodiscard]] std::uint64_t find_foreign(Bytes name) noexcept;

// Blob is a place in the data section and whose it is: an index into the metadata, then into the tensors.
struct Blob {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t owner = 0;
};

// scratch_of is the working memory that decoding tables of so many entries takes: the tables, their names, the blobs.
[[nodiscard]] std::uint64_t scratch_of(std::uint64_t sizevars, std::uint64_t metadata, std::uint64_t tensors) noexcept;

}  // namespace hallmark::oinf
