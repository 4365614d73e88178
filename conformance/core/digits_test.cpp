// SPDX-License-Identifier: Apache-2.0
// Runs of digits read eight at a time, against one digit after the other.
#include "codecs/core/digits.hpp"

#include <algorithm>
#include <string>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using hallmark::Integer;
using hallmark::TextCursor;
using hallmark::testing::Fenced;

bool is_integer_of(const Integer& integer, TextCursor at, const std::string& digits, bool negative) {
  std::uint64_t value = 0;
  for (const char digit : digits) value = value * 10 + static_cast<std::uint64_t>(digit - '0');
  return integer.first - at == (negative ? 1 : 0) && integer.digits() == digits.size() && integer.magnitude == value &&
         integer.minus == (negative ? 1 : 0);
}

}  // namespace

TEST_CASE(
    "digits: integers of every length, signed or not, before every byte and at the end, are what their digits add up "
    "to") {
  const std::string all = "9081726354999999999000123";
  for (std::size_t size = 0; size <= all.size(); ++size) {
    for (const char first : {'0', '1', '9'}) {
      std::string digits = all.substr(0, size);
      if (!digits.empty()) digits.front() = first;
      for (const bool negative : {false, true}) {
        const std::string number = (negative ? "-" : "") + digits;
        CAPTURE(number);
        std::uint64_t wrong = 0;
        for (const std::size_t behind : {0, 1, 2, 7, 8, 30}) {
          const Fenced memory(number.size() + behind);
          const auto text = memory.high();
          std::ranges::fill(text, std::byte{'7'});
          std::ranges::copy(hallmark::as_bytes(number), text.begin());
          for (unsigned next = 0; next <= (behind == 0 ? 0U : 0xffU); ++next) {
            if ((next >= '0' && next <= '9') || (number.empty() && next == '-')) continue;
            if (behind != 0) text[number.size()] = static_cast<std::byte>(next);
            const TextCursor at(text);
            wrong += is_integer_of(hallmark::read_integer(at), at, digits, negative) ? 0 : 1;
          }
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("digits: a run goes on with the number before it") {
  for (std::size_t size = 0; size <= 20; ++size) {
    const std::string digits = std::string("98765432109876543210").substr(0, size);
    std::uint64_t expected = 31;
    for (const char digit : digits) expected = expected * 10 + static_cast<std::uint64_t>(digit - '0');
    for (const std::size_t behind : {0, 1, 3, 8}) {
      CAPTURE(digits, behind);
      const Fenced memory(size + behind);
      const auto text = memory.high();
      std::ranges::fill(text, std::byte{','});
      std::ranges::copy(hallmark::as_bytes(digits), text.begin());
      std::uint64_t value = 31;
      const TextCursor at(text);
      CHECK(hallmark::read_digits(at, value) - at == size);
      CHECK(value == expected);
    }
  }
}
