// SPDX-License-Identifier: Apache-2.0
// Mantissas with binary exponents to f16, f32 and f64, against the C library.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "codecs/core/decimal.hpp"
#include "conformance/generate/halves.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/decimal_of.hpp"

namespace {

using hallmark::DType;
using namespace hallmark::testing;

static_assert(std::numeric_limits<long double>::digits >= 64);

// fault names the type in which mantissa × 2^exponent is not what the C library makes of it. (Its strtod rounds some
// hexadecimal numbers below the normal ones wrongly.) What lies after 64 bits sets the last of them.
const char* fault(std::uint64_t mantissa, bool more, std::int64_t exponent) {
  const std::uint64_t all = mantissa | (more ? 1 : 0);
  const auto power = static_cast<int>(std::clamp<std::int64_t>(exponent, -20000, 20000));
  const long double value = std::ldexp(static_cast<long double>(all), power);
  char text[40];
  std::snprintf(text, sizeof text, "0x%llxp%d", static_cast<unsigned long long>(all), power);
  const auto bits = [&](DType dtype) { return hallmark::float_bits(mantissa, more, exponent, dtype); };
  if (bits(DType::f16) != hallmark::conformance::half_of(text)) return "f16";
  if (bits(DType::f32) != std::bit_cast<std::uint32_t>(static_cast<float>(value))) return "f32";
  return bits(DType::f64) != std::bit_cast<std::uint64_t>(static_cast<double>(value)) ? "f64" : "";
}

}  // namespace

TEST_CASE("binary exponents: any mantissa and exponent round as the C library does") {
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  constexpr std::int64_t far = std::int64_t{1} << 62;
  constexpr std::uint64_t spans[] = {80, 400, 2400};  // of the exponents of f16, f32 and f64
  std::mt19937_64 random(20250724);
  for (int round = 0; round < 300000; ++round) {
    // With zeros at its end a mantissa lies midway between two numbers more often.
    const bool whole = random() % 2 == 0;
    std::uint64_t mantissa = whole ? random() << random() % 64 | top : random() >> random() % 64;
    if (!whole && random() % 64 == 0) mantissa = 0;
    const bool more = whole && random() % 2 == 0;
    const std::uint64_t span = spans[random() % 3];
    auto exponent = static_cast<std::int64_t>(random() % span) - static_cast<std::int64_t>(span / 2);
    exponent -= static_cast<std::int64_t>(whole ? 63 : random() % 64);
    if (random() % 64 == 0) exponent = random() % 2 == 0 ? far : -far;
    if (*fault(mantissa, more, exponent) == '\0') continue;
    CAPTURE(mantissa, more, exponent);
    FAIL(fault(mantissa, more, exponent));
  }
}

TEST_CASE("floats: the bits of infinity, of the quiet NaN and of the sign") {
  CHECK(hallmark::infinity_bits(DType::f16) == infinity16);
  CHECK(hallmark::infinity_bits(DType::f32) == infinity32);
  CHECK(hallmark::infinity_bits(DType::f64) == infinity64);
  CHECK(hallmark::nan_bits(DType::f16) == 0x7e00);
  CHECK(hallmark::nan_bits(DType::f32) == 0x7fc00000);
  CHECK(hallmark::nan_bits(DType::f64) == 0x7ff8000000000000);
  CHECK(hallmark::sign_bit(DType::f16) == 0x8000);
  CHECK(hallmark::sign_bit(DType::f32) == 0x80000000);
  CHECK(hallmark::sign_bit(DType::f64) == 0x8000000000000000);
}
