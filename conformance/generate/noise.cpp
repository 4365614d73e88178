// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/noise.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace hallmark::conformance {
namespace {

constexpr std::uint64_t block = std::uint64_t{64} << 10;  // bytes; a multiple of every element's size

// A float near 0: random sign and fraction, and each exponent half as often as the one above.
std::uint64_t small_float(std::uint64_t word, unsigned exponent_bits, unsigned fraction_bits) noexcept {
  const std::uint64_t bias = (std::uint64_t{1} << (exponent_bits - 1)) - 1;
  const auto below_one = static_cast<std::uint64_t>(std::countr_zero(word | 0x800));  // at most 11
  const std::uint64_t fraction = word >> 12 & ((std::uint64_t{1} << fraction_bits) - 1);
  return (word >> 63) << (exponent_bits + fraction_bits) | (bias - 1 - below_one) << fraction_bits | fraction;
}

}  // namespace

void Noise::fill(DType dtype, std::span<std::byte> out) noexcept {
  const auto each = [&](std::size_t size, auto next) {
    for (std::size_t at = 0; at + size <= out.size(); at += size) {
      const std::uint64_t bits = next();
      for (std::size_t i = 0; i < size; ++i) out[at + i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
    }
  };
  switch (dtype) {
    case DType::f16: return each(2, [this] { return small_float(word(), 5, 10); });
    case DType::bf16: return each(2, [this] { return small_float(word(), 8, 7); });
    case DType::f32: return each(4, [this] { return small_float(word(), 8, 23); });
    case DType::f64: return each(8, [this] { return small_float(word(), 11, 51); });
    case DType::boolean: return each(1, [this] { return word() & 1; });
    case DType::f8_e4m3: return each(1, [this] { return small_float(word(), 4, 3) & 0xb7; });  // no NaN
    default: break;
  }
  std::size_t at = 0;
  for (; at + 8 <= out.size(); at += 8) store_le(out.data() + at, word());
  for (const std::uint64_t bits = word(); at < out.size(); ++at) {
    out[at] = static_cast<std::byte>(bits >> (8 * (at % 8)) & 0xff);
  }
}

void write_elements(Noise& noise, DType dtype, std::uint64_t size, ByteSink& out) {
  std::vector<std::byte> data(static_cast<std::size_t>(std::min(size, block)));
  while (size > 0) {
    const std::span<std::byte> part(data.data(), static_cast<std::size_t>(std::min(size, block)));
    noise.fill(dtype, part);
    out.write(part);
    size -= part.size();
  }
}

std::uint64_t seed_of(std::string_view text, std::uint64_t a, std::uint64_t b) noexcept {
  // FNV-1a over the text, then one step of the mixer for each number.
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  const std::uint64_t first = Noise(hash ^ a).word();
  return Noise(first ^ b).word();
}

}  // namespace hallmark::conformance
