// SPDX-License-Identifier: Apache-2.0
// Results do not depend on the rounding mode of the host: numbers in text come to the same bits.
#include "conformance/testing/rounding.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/decimal_of.hpp"

namespace {

using namespace hallmark;

// Numbers without a sign, as formats of text write them.
std::vector<std::string> texts_of_numbers() {
  std::vector<std::string> all = {
      "0", "0.0", "0e5", "1", "0.1", "0.2", "0.3", "1e22", "1e23", "1.7976931348623157e308", "3.4028235e38",
      // Halves, which go to the even neighbour, and what is next to them.
      "2049", "2051", "2050.999", "2051.001", "16777217", "16777219", "16777217.0000001", "9007199254740993",
      "9007199254740995", "9007199254740993.000000000000000000000000001", "1.00048828125", "1.00146484375",
      "1.000000059604644775390625", "1.00000017881393432617187500",
      // The least, and half of it.
      "5.9604644775390625e-8", "2.98023223876953125e-8", "1e-45", "7.006492321624085e-46", "7.0064923216240862e-46",
      "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1e-400",
      // The greatest, and half a step beyond.
      "65504", "65519.99", "65520", "3.4028235677973366e38", "1.7976931348623159e308", "1e400"};
  std::mt19937_64 random(20260321);
  const auto print = [&all](const char* format, double value) {
    char text[64];
    all.emplace_back(text, static_cast<std::size_t>(std::snprintf(text, sizeof text, format, value)));
  };
  for (int i = 0; i < 4000; ++i) {
    const double small = static_cast<double>(random() >> 11) / 0x1p53;
    print("%.1f", small * 1000);
    print("%.7f", small);
    print("%.9g", small * 4);
    print("%.17g", small);
    const double any = std::bit_cast<double>(random() >> 1);
    print("%.17e", std::isfinite(any) ? any : 1);
    print("%.5e", std::isfinite(any) ? any : 1);
    print("%.17g", static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random() >> 34))));
    print("%.6g", static_cast<double>(random() % 1000000) * 1e-10);  // among the subnormal numbers of f16
    all.push_back(std::to_string(random() >> random() % 64) + "e" +
                  std::to_string(static_cast<int>(random() % 46) - 23));
  }
  for (int i = 0; i < 40; ++i) {
    std::string text = "0.";
    for (int digits = 0; digits < 900; ++digits) text += static_cast<char>('0' + random() % 10);
    all.push_back(text);
  }
  return all;
}

}  // namespace

TEST_CASE("rounding: a decimal number has the same bits under every mode of the host") {
  const std::vector<std::string> texts = texts_of_numbers();
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CAPTURE(dtype);
    CHECK(testing::differences([&] {
            std::vector<std::uint64_t> all;
            for (const std::string& text : texts) all.push_back(float_bits(testing::decimal_of(text), dtype));
            return all;
          }) == "");
  }
}
