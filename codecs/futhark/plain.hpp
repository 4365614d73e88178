// What plain numbers of each type may be, and the suffixes that name a type.
#pragma once

#include <array>

#include "core/plain.hpp"
#include "futhark/types.hpp"

namespace hallmark::futhark {

[[nodiscard]] constexpr bool is_space(unsigned byte) noexcept { return byte == ' ' || byte - '\t' <= '\r' - '\t'; }
static_assert(is_space('\t') && is_space('\v') && is_space('\r') && !is_space('\t' - 1) && !is_space('\r' + 1));
static_assert(!is_space(TextCursor::no_byte));

// Bounds is what a plain number of a type may be.
struct Bounds {
  IntegerRange range;        // of an integer
  std::uint32_t suffix = 0;  // as a little-endian word
  std::uint32_t suffix_mask = 0;
  std::uint8_t suffix_size = 0;
  std::uint8_t size = 0;  // bytes for each element
  DType dtype = DType::boolean;
  bool is_float = false;

  // is_suffix looks for the suffix of the type.
  [[nodiscard, gnu::always_inline]] bool is_suffix(Ahead<sizeof(std::uint32_t)> ahead) const noexcept {
    return (ahead.load<std::uint32_t>() & suffix_mask) == suffix;
  }
};

[[nodiscard]] constexpr Bounds bounds_of(const Type& type) noexcept {
  Bounds bounds;
  bounds.range = integer_range(type.dtype);
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

// within says whether a number lies in a type, as far as that can be decided without rounding it.
template <bool floats>
[[nodiscard, gnu::always_inline]] inline bool within(const Plain& number, const Bounds& bounds) noexcept {
  if constexpr (floats) return is_small(number.digits, number.exponent, bounds.dtype);
  return !number.decimal && bounds.range.holds(number.minus, number.mantissa);
}
[[nodiscard, gnu::always_inline]] inline bool within(const Plain& number, const Bounds& bounds) noexcept {
  return bounds.is_float ? within<true>(number, bounds) : within<false>(number, bounds);
}

}  // namespace hallmark::futhark
