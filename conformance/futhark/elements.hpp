// Elements of values for the generators: their types and bits.
#pragma once

#include <string>
#include <vector>

#include "conformance/futhark/generate.hpp"

namespace hallmark::futhark {

inline bool is_floating(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
inline bool has_sign(DType dtype) { return !is_floating(dtype) && dtype >= DType::i8 && dtype <= DType::i64; }
inline unsigned width(DType dtype) { return static_cast<unsigned>(8 * size_of(dtype)); }
inline std::uint64_t sign(DType dtype) { return std::uint64_t{1} << (width(dtype) - 1); }
inline bool is_nan(std::uint64_t bits, DType dtype) { return (bits & (sign(dtype) - 1)) > word_of_infinity(dtype); }

inline std::uint64_t load(const OwnedValue& value, std::size_t index) {
  std::uint64_t bits = 0;
  const auto size = static_cast<std::size_t>(size_of(value.dtype));
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(value.data[index * size + i]);
  return bits;
}

inline std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes view = as_bytes(text);
  return {view.begin(), view.end()};
}

}  // namespace hallmark::futhark
