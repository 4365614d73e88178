// SPDX-License-Identifier: Apache-2.0
// How `futhark` prints floats: in the fewest digits that read back to their bits, however the host rounds.
#include <charconv>
#include <cmath>

#include "codecs/futhark/print.hpp"
#include "conformance/futhark/generate.hpp"
#include "conformance/generate/halves.hpp"
#include "conformance/testing/elements.hpp"
#include "conformance/testing/property.hpp"
#include "conformance/testing/rounding.hpp"
#include "hallmark/core/small_floats.hpp"

namespace hallmark::futhark {
namespace {

// digits_of gives the digits of a number without zeros before and after them.
std::string digits_of(const std::string& text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::string scientific(double value, int digits) {
  char text[64];
  return std::string(text, std::to_chars(text, std::end(text), value, std::chars_format::scientific, digits - 1).ptr);
}

// shortest gives the decimals of the fewest digits, in steps of one around a half, that are read as it: mostly one.
std::vector<std::string> shortest(std::uint16_t bits) {
  const double value = float_of_f16(bits);
  std::vector<std::string> found;
  for (int digits = 1; found.empty(); ++digits) {
    const std::string nearest = scientific(value, digits);
    const double step = std::pow(10, std::stoi(nearest.substr(nearest.find('e') + 1)) - digits + 1);
    for (const int away : {0, -1, 1}) {
      const std::string one = scientific(std::stod(nearest) + away * step, digits);
      if (conformance::half_of(one) == bits) found.push_back(one);
    }
  }
  return found;
}

TEST_CASE("futhark: every f16 above 0 is printed as the nearest of the shortest decimals that are read as it") {
  std::string wrong;
  for (std::uint32_t bits = 1; bits < 0x7c00 && wrong.empty(); ++bits) {
    char printed[longest_number];
    const std::string text(printed, print_float(printed, bits, DType::f16));
    const double value = float_of_f16(static_cast<std::uint16_t>(bits));
    const auto away = [value](const std::string& one) { return std::abs(std::stod(one) - value); };
    for (const std::string& one : shortest(static_cast<std::uint16_t>(bits))) {
      if (digits_of(text).size() > digits_of(one).size() || away(text) > away(one)) wrong = text + ", not " + one;
    }
  }
  CHECK(wrong == "");
}

// check_digits compares with those that the library gives.
template <class T>
void check_digits(DType dtype) {
  std::string wrong;
  for (const std::uint64_t bits : testing::elements(dtype)) {
    char printed[longest_number];
    const std::string text(printed, print_float(printed, bits, dtype));
    const T value = element<T>(testing::data_of({bits}, dtype), 0);
    char library[64];
    const char* const end = std::to_chars(library, std::end(library), value, std::chars_format::scientific).ptr;
    if (digits_of(text) != digits_of(std::string(library, end - library))) wrong = text;
  }
  CHECK(wrong == "");
}

TEST_CASE("futhark: f32 and f64 are printed in the digits of the library") {
  check_digits<float>(DType::f32);
  check_digits<double>(DType::f64);
}

TEST_CASE("futhark: floats are printed and read back to their bits, the same under every mode of the host") {
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::uint64_t> all = testing::elements(dtype);
    const OwnedValues values = {{dtype, {all.size()}, testing::data_of(all, dtype)}};
    const std::vector<std::byte> text = written(values, {Form::text});
    CHECK(testing::differences([&] { return written(values, {Form::text}); }) == "");
    CHECK(testing::differences([&] { return read(text)->front().data; }) == "");
    CHECK(read(text) == values);
  }
}

}  // namespace
}  // namespace hallmark::futhark
