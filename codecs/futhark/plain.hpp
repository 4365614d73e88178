// What plain numbers of each type may be, and the suffixes that name a type.
#pragma once

#include <array>

#include "core/plain.hpp"
#include "futhark/types.hpp"

namespace hallmark::futhark {

[[nodiscard]] constexpr bool is_space(unsigned char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
// Bounds is what a plain number of a type may be.
struct Bounds {
  std::uint64_t highest = 0;  // of an integer
  std::uint64_t lowest = 0;   // the magnitude of the lowest
  std::uint32_t suffix = 0;   // as a little-endian word
  std::uint32_t suffix_mask = 0;
  std::uint8_t suffix_size = 0;
  std::uint8_t size = 0;  // bytes for each element
  DType dtype = DType::boolean;
  bool is_float = false;
};

[[nodiscard]] constexpr Bounds bounds_of(const Type& type) noexcept {
  Bounds bounds;
  const bool is_signed =
      type.dtype == DType::i8 || type.dtype == DType::i16 || type.dtype == DType::i32 || type.dtype == DType::i64;
  const std::uint64_t all = UINT64_MAX >> (64 - 8 * type.size);
  bounds.highest = is_signed ? all >> 1 : all;
  bounds.lowest = is_signed ? (all >> 1) + 1 : 0;
  // A type string without its spaces.
  std::uint32_t text = type.string;
  while ((text & 0xff) == ' ') text >>= 8;
  bounds.suffix = text;
  for (; text != 0; text >>= 8) ++bounds.suffix_size;
  bounds.suffix_mask = UINT32_MAX >> (32 - 8 * bounds.suffix_size);
  bounds.size = type.size;
  bounds.dtype = type.dtype;
  bounds.is_float = is_float(type.dtype);
  return bounds;
}

// number_types are the bounds of all types but bool, which has no numbers.
inline constexpr auto number_types = [] {
  std::array<Bounds, std::size(types) - 1> all;
  std::size_t count = 0;
  for (const Type& type : types) {
    if (type.dtype != DType::boolean) all[count++] = bounds_of(type);
  }
  return all;
}();

// bounds_of gives those of a type, or null for bool.
[[nodiscard]] constexpr const Bounds* bounds_of(DType dtype) noexcept {
  for (const Bounds& bounds : number_types) {
    if (bounds.dtype == dtype) return &bounds;
  }
  return nullptr;
}

// within says whether a number lies in a type, as far as that can be told without rounding it.
[[nodiscard, gnu::always_inline]] inline bool within(const Plain& number, const Bounds& bounds) noexcept {
  if (bounds.is_float) return is_small(number.digits, number.exponent, bounds.dtype);
  return !number.decimal && number.mantissa <= (number.negative ? bounds.lowest : bounds.highest);
}

// has_suffix looks for the suffix of a type; there must be four bytes to look at.
[[nodiscard, gnu::always_inline]] inline bool has_suffix(const std::byte* at, const Bounds& bounds) noexcept {
  return (load_le<std::uint32_t>(at) & bounds.suffix_mask) == bounds.suffix;
}

}  // namespace hallmark::futhark
