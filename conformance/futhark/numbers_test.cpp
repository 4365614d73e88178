// How `futhark` prints floats: in the fewest digits that read back to their bits.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "codecs/core/decimal.hpp"
#include "codecs/futhark/print.hpp"
#include "conformance/futhark/streams.hpp"
#include "conformance/generate/halves.hpp"

namespace hallmark::futhark {
namespace {

std::string printed(std::uint64_t bits, DType dtype) {
  char text[longest_number];
  return std::string(text, print_float(text, bits, dtype));
}

// Digits of a printed float without zeros before and behind, and how many there are of them before the point.
std::pair<std::string, int> significant(const std::string& text) {
  const std::size_t mark = std::min(text.find('e'), text.size());
  int point = mark == text.size() ? 0 : std::stoi(text.substr(mark + 1));
  std::string digits = text.substr(text.starts_with('-') ? 1 : 0, mark - (text.starts_with('-') ? 1 : 0));
  const std::size_t dot = std::min(digits.find('.'), digits.size());
  point += static_cast<int>(dot);
  digits.erase(dot, 1);
  while (digits.size() > 1 && digits.front() == '0') {
    digits.erase(0, 1);
    --point;
  }
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return {digits, digits == "0" ? 0 : point};
}

// read_back gives the bits of the one scalar of a text, which must be strictly valid.
std::uint64_t read_back(const std::string& text, DType dtype) {
  const Stream stream = bytes_of(text + std::string(name_of(dtype)));
  const auto values = read(stream);
  if (!values || values->size() != 1 || values->front().dtype != dtype || !values->front().dims.empty()) {
    return ~std::uint64_t{0} << 1;
  }
  return load(values->front(), 0);
}

TEST_CASE("futhark: every finite f16 is printed in the fewest digits that read back to its bits") {
  // The shortest of all decimals that round to a number, by the C library: no text of fewer digits does.
  const auto reads_as = [](const std::string& digits, int exponent, std::uint64_t bits) {
    return conformance::half_of(digits + "e" + std::to_string(exponent)) == bits;
  };
  std::string wrong;
  for (std::uint64_t bits = 0; bits < 0x10000 && wrong.empty(); ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;
    const std::string text = printed(bits, DType::f16);
    if (read_back(text, DType::f16) != bits) wrong = text + " does not read back";
    if (text.starts_with('-') != ((bits & 0x8000) != 0)) wrong = text + " has another sign";
    const auto [digits, point] = significant(text);
    // Decimals of one digit less that lie around it.
    if (digits.size() < 2) continue;
    const std::size_t fewer = digits.size() - 1;
    const std::string below = digits.substr(0, fewer);
    const std::string above = std::to_string(std::stoi(below) + 1);
    const int exponent = point - static_cast<int>(fewer);
    if (reads_as(below, exponent, bits & 0x7fff)) wrong = text + " is longer than " + below;
    if (reads_as(above, exponent, bits & 0x7fff)) wrong = text + " is longer than " + above;
  }
  CHECK(wrong == "");
}

TEST_CASE("futhark: among the shortest decimals of an f16 the one printed is the nearest") {
  std::string wrong;
  for (std::uint64_t bits = 1; bits < 0x7c00 && wrong.empty(); ++bits) {
    const std::string text = printed(bits, DType::f16);
    const auto [digits, point] = significant(text);
    const double value = conformance::value_of_half(static_cast<std::uint16_t>(bits));
    const auto away = [&](int step) {
      const std::string other =
          std::to_string(std::stoi(digits) + step) + "e" + std::to_string(point - static_cast<int>(digits.size()));
      if (read_back(other, DType::f16) != bits) return HUGE_VAL;
      return std::abs(std::stod(other) - value);
    };
    if (away(0) > away(1) || away(0) > away(-1)) wrong = text;
  }
  CHECK(wrong == "");
}

template <class T>
void printed_as_the_library_does(std::uint64_t bits, DType dtype) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T value = std::bit_cast<T>(static_cast<Word>(bits));
  if (!std::isfinite(value)) return;
  const std::string text = printed(bits, dtype);
  char shortest[64];
  const std::string library(shortest,
                            std::to_chars(shortest, std::end(shortest), value, std::chars_format::scientific).ptr);
  RC_ASSERT(read_back(text, dtype) == bits);
  RC_ASSERT(significant(text) == significant(library));
  RC_ASSERT(text.starts_with('-') == std::signbit(value));
}

TEST_CASE("futhark: floats are printed in the digits of the library and read back to their bits") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const auto word = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>());
      printed_as_the_library_does<double>(word, DType::f64);
      printed_as_the_library_does<float>(word & UINT32_MAX, DType::f32);
      const auto step = static_cast<std::uint64_t>(*rc::gen::inRange(-3, 4));
      printed_as_the_library_does<double>((word >> 52 << 52) + step, DType::f64);
      printed_as_the_library_does<float>((((word & UINT32_MAX) >> 23 << 23) + (step & UINT32_MAX)) & UINT32_MAX,
                                         DType::f32);
      const auto number = static_cast<double>(*rc::gen::inRange<std::int64_t>(-2000, 2000)) / 100;
      printed_as_the_library_does<double>(std::bit_cast<std::uint64_t>(number), DType::f64);
      printed_as_the_library_does<float>(std::bit_cast<std::uint32_t>(static_cast<float>(number)), DType::f32);
    }
  }));
}

TEST_CASE("futhark: powers of ten and the edges of floats are printed as the library does") {
  CHECK(rc::check([] {
    for (int power = -45; power <= 38; ++power) {
      const float value = std::strtof(("1e" + std::to_string(power)).c_str(), nullptr);
      printed_as_the_library_does<float>(std::bit_cast<std::uint32_t>(value), DType::f32);
    }
    for (int power = -324; power <= 308; ++power) {
      const double value = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
      printed_as_the_library_does<double>(std::bit_cast<std::uint64_t>(value), DType::f64);
    }
    for (const std::uint64_t bits :
         {0x0ULL, 0x1ULL, 0x000fffffffffffffULL, 0x0010000000000000ULL, 0x7fefffffffffffffULL, 0x8000000000000000ULL,
          0x8000000000000001ULL, 0x4340000000000000ULL}) {
      printed_as_the_library_does<double>(bits, DType::f64);
      printed_as_the_library_does<float>(bits >> 32, DType::f32);
    }
  }));
}

}  // namespace
}  // namespace hallmark::futhark
