// How `futhark` prints floats: in the fewest digits that read back to their bits.
#include <charconv>
#include <cmath>

#include "codecs/futhark/print.hpp"
#include "conformance/futhark/generate.hpp"
#include "conformance/generate/halves.hpp"
#include "conformance/testing/property.hpp"

namespace hallmark::futhark {
namespace {

std::string printed(std::uint64_t bits, DType dtype) {
  char text[longest_number];
  return std::string(text, print_float(text, bits, dtype));
}

// digits_of gives the digits of a number without zeros before and after them.
std::string digits_of(const std::string& text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

// reads_back says that the one scalar of a text, which must be strictly valid, has these bits.
bool reads_back(const std::string& text, DType dtype, std::uint64_t bits) {
  const auto values = read(bytes_of(text + std::string(name_of(dtype))));
  return values && values->size() == 1 && values->front().dtype == dtype && values->front().load(0) == bits;
}

std::string scientific(double value, int digits) {
  char text[64];
  return std::string(text, std::to_chars(text, std::end(text), value, std::chars_format::scientific, digits - 1).ptr);
}

// shortest gives the decimals of the fewest digits, in steps of one around a half, that are read as it: mostly one.
std::vector<std::string> shortest(std::uint16_t bits) {
  const double value = conformance::value_of_half(bits);
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

TEST_CASE("futhark: every finite f16 is printed as the nearest of the shortest decimals that are read as it") {
  std::string wrong;
  for (std::uint32_t bits = 0; bits < 0x7c00 && wrong.empty(); ++bits) {
    const std::string text = printed(bits, DType::f16);
    if (!reads_back(text, DType::f16, bits) || printed(bits | 0x8000, DType::f16) != "-" + text) wrong = text;
    if (bits == 0) continue;
    const double value = conformance::value_of_half(static_cast<std::uint16_t>(bits));
    const auto away = [value](const std::string& one) { return std::abs(std::stod(one) - value); };
    for (const std::string& one : shortest(static_cast<std::uint16_t>(bits))) {
      if (digits_of(text).size() > digits_of(one).size() || away(text) > away(one)) wrong = text + ", not " + one;
    }
  }
  CHECK(wrong == "");
}

template <class T, class Word>
void check_digits(Word bits, DType dtype) {
  const T value = std::bit_cast<T>(bits);
  if (!std::isfinite(value)) return;
  const std::string text = printed(bits, dtype);
  char shortest[64];
  RC_ASSERT(reads_back(text, dtype, bits));
  RC_ASSERT(
      digits_of(text) ==
      digits_of({shortest, std::to_chars(shortest, std::end(shortest), value, std::chars_format::scientific).ptr}));
}

TEST_CASE("futhark: floats are printed in the digits of the library and read back to their bits") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const auto word = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>());
      const auto step = static_cast<std::uint64_t>(*rc::gen::inRange(-3, 4));  // from where an exponent begins
      const double number = static_cast<double>(*rc::gen::inRange<std::int64_t>(-2000, 2000)) / 100;
      const double power = std::pow(10, *rc::gen::inRange(-324, 309));
      const double small_power = std::pow(10, *rc::gen::inRange(-45, 39));
      for (const std::uint64_t bits : {word, (word >> 52 << 52) + step, std::bit_cast<std::uint64_t>(number),
                                       std::bit_cast<std::uint64_t>(power)}) {
        check_digits<double>(bits, DType::f64);
        check_digits<float>(static_cast<std::uint32_t>(bits >> 32), DType::f32);
      }
      check_digits<float>(std::bit_cast<std::uint32_t>(static_cast<float>(number)), DType::f32);
      check_digits<float>(std::bit_cast<std::uint32_t>(static_cast<float>(small_power)), DType::f32);
    }
  }));
}

}  // namespace
}  // namespace hallmark::futhark
