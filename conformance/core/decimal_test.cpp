// SPDX-License-Identifier: Apache-2.0
// Decimal numbers in text to f16, f32 and f64: against tables, the C library, and arithmetic of whole numbers.
#include "codecs/core/decimal.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#include "conformance/generate/halves.hpp"
#include "conformance/generate/wide.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/decimal_of.hpp"
#include "conformance/testing/rounding.hpp"

namespace {

using hallmark::DType;
using namespace hallmark::testing;
using hallmark::conformance::Wide;

std::uint64_t bits(const std::string& text, DType dtype) { return hallmark::float_bits(decimal_of(text), dtype); }

// padded puts zeros between a text and its end.
std::string padded(const std::string& text, std::size_t zeros, const std::string& end) {
  return text + std::string(zeros, '0') + end;
}

// The number `units` × 2^-25 in all its digits.
std::string exact(std::uint64_t units) {
  constexpr std::uint64_t power = 298023223876953125;  // 5^25
  Wide digits = Wide{units & ((1U << 25) - 1)} * power;
  std::string fraction(25, '0');
  for (std::size_t i = 25; i-- > 0; digits /= 10) fraction[i] = static_cast<char>('0' + static_cast<int>(digits % 10));
  return std::to_string(units >> 25) + "." + fraction;
}

std::string all_digits(long double value) {
  char text[12000];
  const int size = std::snprintf(text, sizeof text, "%.1100Le", value);
  return {text, static_cast<std::size_t>(size)};
}

// fault names the type in which a decimal is not what the C library reads.
const char* fault(const std::string& text) {
  const char* const c = text.c_str();
  if (bits(text, DType::f16) != hallmark::conformance::half_of(text)) return "f16";
  if (bits(text, DType::f32) != std::bit_cast<std::uint32_t>(std::strtof(c, nullptr))) return "f32";
  return bits(text, DType::f64) != std::bit_cast<std::uint64_t>(std::strtod(c, nullptr)) ? "f64" : "";
}

}  // namespace

TEST_CASE("decimal: numbers, halves between them, the least and the greatest are those of the C library") {
  for (const std::string text :
       {"0", "0.000", "1", ".5", "0.1", "1e23", "8.5E1", "00085e+0000",
        // Halves go to the even neighbour, whatever comes after them away from it.
        "2049", "2051", "16777217", "16777219", "9007199254740993", "9007199254740995",
        // What a float in between would round to a half.
        "1.00048828125", "1.0004882812500000001", "1.00146484374999999999", "1.00146484375",
        // The least: half of it is 0.
        "2.98023223876953125e-8", "2.980232238769531250000000000000000000000000001e-8", "8.94069671630859375e-8",
        "7.006492321624085e-46", "7.0064923216240862e-46", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "2.2250738585072011e-308", "2.2250738585072014e-308",
        // The greatest: half a step beyond it is infinity.
        "65504", "65519.99999999999999999999999", "65520", "3.4028235677973365e38", "3.4028235677973367e38",
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308"}) {
    CAPTURE(text);
    CHECK(std::string(fault(text)) == "");
  }
}

TEST_CASE("decimal: underscores change nothing") {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"1_0_0.5_0e1_0", "100.50e10"},
      {"0_0_1__", "001"},
      {"1_.5_e-3_", "1.5e-3"},
      {"2_049.", "2049."},
      {"6_5_520", "65520"},
      {"1_6777217.0_0000000000000000000000000000001", "16777217.00000000000000000000000000000001"},
      {"_1", "1"},
      {"9_007199254740993", "9007199254740993"},
  };
  for (const auto& [odd, plain] : rows) {
    for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
      CAPTURE(odd, dtype);
      CHECK(bits(std::string(odd), dtype) == bits(std::string(plain), dtype));
    }
  }
}

TEST_CASE("decimal: exponents of any size, and digits of any number, go to zero or infinity or cancel") {
  struct Row {
    std::string_view text;
    bool infinite;
  };
  const Row rows[] = {
      {"1e99999999999999999999999999", true},   {"1e-99999999999999999999999999", false},
      {"0e99999999999999999999999999", false},  {"0.000e99999999999999999999999999", false},
      {"1_0e99999999999999999999999999", true}, {"1_0e-99999999999999999999999999", false},
      {"1e9223372036854775808", true},          {"1e-9223372036854775809", false},
  };
  const auto demand = [](const std::string& text, bool infinite) {
    CAPTURE(text);
    CHECK(bits(text, DType::f16) == (infinite ? infinity16 : 0));
    CHECK(bits(text, DType::f32) == (infinite ? infinity32 : 0));
    CHECK(bits(text, DType::f64) == (infinite ? infinity64 : 0));
  };
  for (const Row& row : rows) demand(std::string(row.text), row.infinite);
  demand("1" + std::string(2000, '0'), true);
  demand("0." + std::string(2000, '0') + "1", false);
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CHECK(bits("15" + std::string(3000, '0') + "e-3001", dtype) == bits("1.5", dtype));
    CHECK(bits("0." + std::string(3000, '0') + "15e3001", dtype) == bits("1.5", dtype));
  }
}

TEST_CASE("decimal: every f16, and every middle of two, alone and with a digit far after") {
  std::string wrong;
  const auto demand = [&wrong](const std::string& text, std::uint64_t half) {
    if (wrong.empty() && bits(text, DType::f16) != half) wrong = text;
  };
  for (std::uint64_t half = 0; half < infinity16 && wrong.empty(); ++half) {
    const std::uint64_t middle = units_of(half) + units_of(half + 1);
    demand(exact(2 * units_of(half)), half);
    demand(exact(middle), half % 2 == 0 ? half : half + 1);
    demand(exact(middle) + "1", half + 1);
    demand(padded(exact(middle), 40, "1"), half + 1);
    demand(padded(exact(middle), 1000, "1"), half + 1);
    // As near below it as so many digits allow; a whole number has no last digit to take from.
    std::string below = exact(middle);
    below.resize(below.find_last_not_of('0') + 1);
    if (below.back() == '.') continue;
    --below.back();
    demand(below + std::string(60, '9'), half);
  }
  CHECK(wrong == "");
}

TEST_CASE("decimal: f16 of any decimal is that of exact arithmetic") {
  std::mt19937_64 random(20250721);
  std::string wrong;
  for (int round = 0; round < 200000 && wrong.empty(); ++round) {
    const std::uint64_t digits = random() % 1000000000000000000 >> random() % 56;
    const int power = static_cast<int>(random() % 30) - 25;
    // digits × 10^power against each middle m × 2^-25.
    Wide number = Wide{digits} << 25;
    Wide scale = 1;
    for (int i = 0; i < power; ++i) number *= 10;
    for (int i = power; i < 0; ++i) scale *= 10;
    const std::string text = std::to_string(digits) + "e" + std::to_string(power);
    if (bits(text, DType::f16) != nearest_half(number, scale)) wrong = text;
  }
  CHECK(wrong == "");
}

TEST_CASE("decimal: f16, f32 and f64 of any decimal are those of the C library") {
  std::mt19937_64 random(20250722);
  const auto below = [&random](std::uint64_t bound) { return random() % bound; };
  std::string wrong;
  const auto demand = [&wrong](const std::string& text) {
    if (wrong.empty() && *fault(text) != '\0') wrong = text;
  };
  for (int round = 0; round < 200000 && wrong.empty(); ++round) {
    std::string text;
    for (std::uint64_t left = 1 + below(round % 16 == 0 ? 900 : 24); left > 0; --left) {
      text += static_cast<char>('0' + below(10));
    }
    text.insert(below(text.size() + 1), ".");
    if (below(3) != 0) text += "e" + std::to_string(static_cast<int>(below(720)) - 360);
    demand(text);
  }
  // Of up to 19 digits, by powers of ten on both sides of those that are scaled in integers.
  for (int round = 0; round < 200000 && wrong.empty(); ++round) {
    const std::uint64_t digits = below(10000000000000000000U) >> below(63);
    demand(std::to_string(digits) + "e" + std::to_string(static_cast<int>(below(61)) - 30));
  }
  // Near the middles of neighbours, where rounding is hardest.
  for (int round = 0; round < 4000 && wrong.empty(); ++round) {
    long double middle = 0;
    if (round % 2 == 0) {
      const double number = std::bit_cast<double>(random() >> 1);
      if (!std::isfinite(number)) continue;
      middle = (static_cast<long double>(number) + static_cast<long double>(std::nextafter(number, HUGE_VAL))) / 2;
    } else {
      const float number = std::bit_cast<float>(static_cast<std::uint32_t>(random() >> 33));
      if (!std::isfinite(number)) continue;
      middle = (static_cast<long double>(number) + static_cast<long double>(std::nextafter(number, HUGE_VALF))) / 2;
    }
    if (!std::isfinite(middle)) continue;
    const std::string text = all_digits(middle);
    const std::size_t mark = text.find('e');
    const std::string digits = text.substr(0, mark);
    demand(text);
    demand(digits + "1" + text.substr(mark));
    demand(digits.substr(0, 2 + below(1000)) + text.substr(mark));
    std::string less = digits.substr(0, digits.find_last_not_of('0') + 1);
    less.back() = static_cast<char>(less.back() - 1);
    if (less.back() >= '0') demand(less + std::string(1 + below(800), '9') + text.substr(mark));
  }
  CHECK(wrong == "");
}

TEST_CASE("decimal: what is small at a glance does not round to infinity") {
  std::mt19937_64 random(20250723);
  std::string wrong;
  for (int round = 0; round < 100000; ++round) {
    const std::string text =
        std::to_string(random() >> random() % 64) + "e" + std::to_string(static_cast<int>(random() % 700) - 350);
    for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
      if (is_small(decimal_of(text), dtype) && bits(text, dtype) == hallmark::infinity_bits(dtype)) wrong = text;
    }
  }
  CHECK(wrong == "");
  CHECK(is_small(decimal_of("9999"), DType::f16));
  CHECK_FALSE(is_small(decimal_of("65520"), DType::f16));
  CHECK_FALSE(is_small(decimal_of("1e39"), DType::f32));
  CHECK_FALSE(is_small(decimal_of("1e309"), DType::f64));
}

TEST_CASE("decimal: f32 by one division is f32 rounded once, or undecided") {
  REQUIRE(hallmark::divides_to_nearest() == (FLT_EVAL_METHOD == 0));
  if (!hallmark::divides_to_nearest()) return;  // x87 rounds quotients twice
  std::mt19937_64 random(20261123);
  constexpr std::uint64_t most = std::uint64_t{1} << 53;
  std::string wrong;
  const auto demand = [&wrong](std::uint64_t mantissa, std::int64_t exponent) {
    const std::uint64_t bits = hallmark::quotient_f32_bits(mantissa, exponent);
    const bool undecided = bits == hallmark::undecided;
    if (!undecided && bits != hallmark::short_float_bits(mantissa, exponent, DType::f32)) {
      wrong = std::to_string(mantissa) + "e" + std::to_string(exponent);
    }
    return !undecided;
  };
  int without_answer = 0;
  for (int round = 0; round < 1000000 && wrong.empty(); ++round) {
    const bool answered = demand(random() >> (11 + random() % 53), -static_cast<std::int64_t>(random() % 23));
    without_answer += answered ? 0 : 1;
  }
  CHECK(without_answer < 5000);  // few are at a middle
  // Numbers so near to the middle of two neighbours of f32 that f64 rounds them to it.
  std::uint64_t middles = 0;
  for (int round = 0; round < 1000000 && wrong.empty(); ++round) {
    const auto below = std::bit_cast<float>(0x3f000000U + static_cast<std::uint32_t>(random() % 0x03000000));
    const double middle = (double{below} + double{std::nextafter(below, HUGE_VALF)}) / 2;
    const auto places = static_cast<std::int64_t>(12 + random() % 5);
    const double mantissa = std::round(middle * std::pow(10.0, static_cast<double>(places)));
    if (mantissa <= static_cast<double>(most)) {
      middles += demand(static_cast<std::uint64_t>(mantissa), -places) ? 0 : 1;
    }
  }
  CHECK(wrong == "");
  CHECK(middles > 10000);
  for (const std::uint64_t mantissa : {std::uint64_t{6118999421596527}, std::uint64_t{8856203854084015}}) {
    CHECK(hallmark::quotient_f32_bits(mantissa, -16) == hallmark::undecided);
  }
  // What f64 does not hold, or what is no quotient.
  CHECK(hallmark::quotient_f32_bits(most, 0) == 0x5a000000);
  CHECK(hallmark::quotient_f32_bits(most + 1, 0) == hallmark::undecided);
  CHECK(hallmark::quotient_f32_bits(1, -22) != hallmark::undecided);
  CHECK(hallmark::quotient_f32_bits(1, -23) == hallmark::undecided);
  CHECK(hallmark::quotient_f32_bits(1, 1) == hallmark::undecided);
  CHECK(hallmark::quotient_f32_bits(0, -5) == 0);
}

TEST_CASE("decimal: whether the host divides to nearest") {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    bool divides = true;
    bool set = false;
    {
      const Rounding rounding(mode);
      set = rounding.set();
      divides = hallmark::divides_to_nearest();
    }
    CHECK((!set || !divides));
  }
}
