// Mantissas with binary exponents to f16, f32 and f64: against a table, the C library, and arithmetic of whole numbers.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "codecs/core/decimal.hpp"
#include "conformance/generate/wide.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/decimal_of.hpp"

namespace {

using hallmark::DType;
using namespace hallmark::testing;
using hallmark::conformance::Wide;

struct Row {
  std::uint64_t mantissa;
  bool more;
  std::int64_t exponent;
  DType dtype;
  std::uint64_t bits;
};
constexpr std::uint64_t top = std::uint64_t{1} << 63;
constexpr std::int64_t far = std::int64_t{1} << 62;
const Row rows[] = {
    {0, false, 0, DType::f64, 0},
    {0, false, far, DType::f64, 0},
    {1, false, 0, DType::f16, 0x3c00},
    {1, false, 0, DType::f32, 0x3f800000},
    {1, false, 0, DType::f64, 0x3ff0000000000000},
    {3, false, -1, DType::f64, 0x3ff8000000000000},
    {0x801, false, 0, DType::f16, 0x6800},
    {0x803, false, 0, DType::f16, 0x6802},
    {top | (std::uint64_t{1} << 52), false, -63, DType::f16, 0x3c00},
    {top | (std::uint64_t{1} << 52), true, -63, DType::f16, 0x3c01},
    {top | (std::uint64_t{1} << 39), true, -63, DType::f32, 0x3f800001},
    {top | (std::uint64_t{1} << 10), false, -63, DType::f64, 0x3ff0000000000000},
    {top | (std::uint64_t{1} << 10), true, -63, DType::f64, 0x3ff0000000000001},
    {top | (std::uint64_t{3} << 10), false, -63, DType::f64, 0x3ff0000000000002},
    {UINT64_MAX, false, -63, DType::f64, 0x4000000000000000},
    {1, false, -24, DType::f16, 1},
    {1, false, -25, DType::f16, 0},
    {3, false, -26, DType::f16, 1},
    {top, true, -25 - 63, DType::f16, 1},
    {top, false, -25 - 63, DType::f16, 0},
    {1, false, -149, DType::f32, 1},
    {1, false, -150, DType::f32, 0},
    {top, true, -150 - 63, DType::f32, 1},
    {1, false, -1074, DType::f64, 1},
    {1, false, -1075, DType::f64, 0},
    {3, false, -1076, DType::f64, 1},
    {top, true, -1075 - 63, DType::f64, 1},
    {top, true, -1076 - 63, DType::f64, 0},
    {0x7ff, false, 5, DType::f16, 0x7bff},
    {0xfff, false, 4, DType::f16, infinity16},
    {0xffffff, false, 104, DType::f32, 0x7f7fffff},
    {0x1ffffff, false, 103, DType::f32, infinity32},
    {0x1fffffffffffff, false, 971, DType::f64, 0x7fefffffffffffff},
    {0x3fffffffffffff, false, 970, DType::f64, infinity64},
    {1, false, far, DType::f16, infinity16},
    {UINT64_MAX, true, far, DType::f64, infinity64},
    {UINT64_MAX, true, -far, DType::f32, 0},
};

}  // namespace

TEST_CASE("binary exponents: mantissa × 2^exponent rounds once, ties to even") {
  for (const Row& row : rows) {
    CAPTURE(row.mantissa, row.more, row.exponent, row.dtype);
    CHECK(hallmark::float_bits(row.mantissa, row.more, row.exponent, row.dtype) == row.bits);
  }
}

TEST_CASE("binary exponents: any mantissa and exponent round as the C library does") {
  std::mt19937_64 random(20250724);
  std::string wrong;
  for (int round = 0; round < 200000; ++round) {
    const std::uint64_t mantissa = round % 2 == 0 ? random() >> random() % 64 : random() | std::uint64_t{1} << 63;
    const bool more = round % 2 != 0 && random() % 2 == 0;
    const auto exponent = static_cast<std::int64_t>(random() % 2400) - 1200 - (round % 4 == 0 ? 0 : 40);
    char text[64];
    std::snprintf(text, sizeof text, "0x%llx.%sp%lld", static_cast<unsigned long long>(mantissa), more ? "01" : "0",
                  static_cast<long long>(exponent));
    const bool right = hallmark::float_bits(mantissa, more, exponent, DType::f64) ==
                           std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)) &&
                       hallmark::float_bits(mantissa, more, exponent, DType::f32) ==
                           std::bit_cast<std::uint32_t>(std::strtof(text, nullptr));
    if (!right) wrong = text;
  }
  CHECK(wrong == "");
}

TEST_CASE("binary exponents: f16 of any mantissa is that of exact arithmetic") {
  std::mt19937_64 random(20250725);
  std::string wrong;
  for (int round = 0; round < 200000; ++round) {
    const std::uint64_t mantissa = random() >> random() % 64;
    const auto exponent = static_cast<std::int64_t>(random() % 64) - 60;  // up to 2^67
    // In units of 2^-60: up to 2^127.
    const Wide number = Wide{mantissa} << (exponent + 60);
    if ((number >> (exponent + 60)) != mantissa) continue;
    if (hallmark::float_bits(mantissa, false, exponent, DType::f16) != nearest_half(number, Wide{1} << 35)) {
      wrong = std::to_string(mantissa);
    }
  }
  CHECK(wrong == "");
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
