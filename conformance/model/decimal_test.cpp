// SPDX-License-Identifier: Apache-2.0
// Numbers of values compare by their exact value, not by their spelling.
#include "conformance/model/decimal.hpp"

#include "conformance/model/model.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

TEST_CASE("decimal: numbers are the same when their exact values are") {
  const std::pair<std::string_view, std::string_view> same[] = {
      {"1", "1.0"},        {"1", "10e-1"},
      {"100", "1E2"},      {"-0", "0"},
      {"0.0", "-0e99"},    {"0.10", "1e-1"},
      {"1e+05", "1e5"},    {"123456789012345678901234567890", "12345678901234567890123456789e1"},
      {"-2.50", "-25e-1"}, {"1e000", "1"},
  };
  for (const auto& [a, b] : same) {
    CAPTURE(a, b);
    CHECK(same_decimal(a, b));
    CHECK(same_decimal(b, a));
    CHECK(same_value({{"number", a}}, {{"number", b}}));
  }
  const std::pair<std::string_view, std::string_view> different[] = {
      {"1", "2"},
      {"1", "-1"},
      {"1", "10"},
      {"9007199254740993", "9007199254740992"},
      {"1", "1.0000000000000000000000001"},
      {"1e400", "1e401"},
      {"1", "1."},
      {"1", "1e"},
      {"1", ""},
      {"1", "1 "},
      {"1", "0x1"},
      {"1e1111111111111111111", "1e1111111111111111112"},
  };
  for (const auto& [a, b] : different) {
    CAPTURE(a, b);
    CHECK_FALSE(same_decimal(a, b));
    CHECK_FALSE(same_decimal(b, a));
    CHECK_FALSE(same_value({{"number", a}}, {{"number", b}}));
  }
  CHECK_FALSE(same_value({{"number", "1"}}, {{"text", "1"}}));
}

}  // namespace
}  // namespace hallmark::conformance
