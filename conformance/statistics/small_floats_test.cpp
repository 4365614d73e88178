// The small floating-point types, every value of them.
#include "conformance/statistics/small_floats.hpp"

#include "conformance/statistics/words_of.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::statistics_test;

bool same(float value, long double expected) {
  if (std::isnan(expected)) return std::isnan(value);
  return static_cast<long double>(value) == expected && std::signbit(value) == std::signbit(expected);
}

}  // namespace

TEST_CASE("every f16 and bf16 is the number that its definition says") {
  for (std::uint32_t word = 0; word < 65536; ++word) {
    CAPTURE(word);
    const bool right =
        same(conformance::float_of_f16(static_cast<std::uint16_t>(word)), float_value({5, 10, true}, word)) &&
        same(conformance::float_of_bf16(static_cast<std::uint16_t>(word)), float_value({8, 7, true}, word));
    if (!right) FAIL();
  }
  CHECK(conformance::float_of_f16(0x3555) == 0.333251953125F);
  CHECK(conformance::float_of_f16(0x7bff) == 65504.0F);
}

TEST_CASE("every f8 is the number that its definition says") {
  for (std::uint32_t word = 0; word < 256; ++word) {
    CAPTURE(word);
    CHECK(same(conformance::float_of_f8_e5m2(static_cast<std::uint8_t>(word)), float_value({5, 2, true}, word)));
    CHECK(same(conformance::float_of_f8_e4m3(static_cast<std::uint8_t>(word)), float_value({4, 3, false}, word)));
  }
  CHECK(conformance::float_of_f8_e5m2(0x7b) == 57344.0F);
  CHECK(conformance::float_of_f8_e4m3(0x7e) == 448.0F);
  CHECK(std::isnan(conformance::float_of_f8_e4m3(0xff)));
}
