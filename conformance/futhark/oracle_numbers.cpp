// Numbers of the oracle: integers in 128 bits, f32 and f64 by the C library, f16 by comparing digits.
#include "conformance/futhark/oracle_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "conformance/futhark/oracle.hpp"

namespace hallmark::futhark::oracle {
namespace {

// The exponent of a text, cut off where a larger one changes nothing.
std::int64_t clamped(const std::string& exponent) {
  if (exponent.empty()) return 0;
  const std::int64_t value = std::strtoll(exponent.c_str(), nullptr, 10);  // saturates
  return std::clamp<std::int64_t>(value, -1000000000000, 1000000000000);
}

// The number that is `units` × 2^-25 in digits of a base: seven (base 10) or eighteen (base 2), a point, twenty-five.
std::string fixed(uint64_t units, unsigned base) {
  const uint64_t whole = units >> 25;
  const uint64_t rest = units & ((uint64_t{1} << 25) - 1);
  if (base == 2) return fmt::format("{:018b}.{:025b}", whole, rest);
  constexpr uint64_t power = 298023223876953125;  // 5^25
  Wide digits = Wide{rest} * power;
  std::string fraction(25, '0');
  for (size_t i = 25; i-- > 0; digits /= 10) fraction[i] = static_cast<char>('0' + static_cast<int>(digits % 10));
  return fmt::format("{:07}.{}", whole, fraction);
}

// The value of an f16 in units of 2^-24; infinity counts as the number that would follow.
uint64_t units(uint64_t bits) {
  const uint64_t exponent = bits >> 10;
  const uint64_t fraction = bits & 0x3ff;
  return exponent == 0 ? fraction : (fraction + 0x400) << (exponent - 1);
}

}  // namespace

std::optional<uint64_t> magnitude(const Lexeme& number) {
  Wide value = 0;
  for (const char c : number.whole) {
    value = value * number.base + static_cast<unsigned>(std::stoi(std::string(1, c), nullptr, 16));
    if (value > UINT64_MAX) return std::nullopt;
  }
  return static_cast<uint64_t>(value);
}

bool fits(DType dtype, const Lexeme& number) {
  const std::optional<uint64_t> size = magnitude(number);
  if (!size) return false;
  const bool has_sign = dtype == DType::i8 || dtype == DType::i16 || dtype == DType::i32 || dtype == DType::i64;
  const Wide reach = Wide{1} << (8 * size_of(dtype) - (has_sign ? 1 : 0));
  if (number.negative) return *size == 0 || (has_sign && *size <= reach);
  return *size < reach;
}

bool wraps(DType dtype, const Lexeme& number) {
  const std::optional<uint64_t> size = magnitude(number);
  if (!size || size_of(dtype) == 8) return false;
  return !number.negative || *size <= uint64_t{1} << 63;
}

uint64_t float_bits(const Lexeme& number, DType dtype) {
  if (dtype == DType::f16) {
    const std::string digits = number.whole + number.fraction;
    const auto shift = static_cast<std::int64_t>(number.fraction.size());
    if (number.base == 10) return nearest_f16(digits, clamped(number.exponent) - shift, 10);
    std::string bits;
    for (const char c : digits) bits += fmt::format("{:04b}", std::stoi(std::string(1, c), nullptr, 16));
    return nearest_f16(bits, clamped(number.exponent) - 4 * shift, 2);
  }
  std::string text = number.base == 16 ? "0x" : "";
  text += number.whole + "." + number.fraction;
  if (!number.exponent.empty()) text += (number.base == 16 ? "p" : "e") + number.exponent;
  if (dtype == DType::f32) return std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
  return std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr));
}

uint64_t bits_of(const Lexeme& lexeme, DType dtype) {
  if (lexeme.word) return lexeme.word->bits;
  if (is_floating(dtype)) {
    return float_bits(lexeme, dtype) | (lexeme.negative ? uint64_t{1} << (8 * size_of(dtype) - 1) : 0);
  }
  const uint64_t size = magnitude(lexeme).value_or(0);
  return lexeme.negative ? uint64_t{0} - size : size;
}

uint64_t nearest_f16(std::string digits, std::int64_t exponent, unsigned base) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return 0;
  const std::int64_t before = static_cast<std::int64_t>(digits.size()) + exponent;  // digits before the point
  const std::int64_t room = base == 2 ? 18 : 7;
  if (before > room) return 0x7c00;
  if (before < -30) return 0;
  const auto pad = [](std::int64_t count) {
    return std::string(static_cast<size_t>(std::max<std::int64_t>(count, 0)), '0');
  };
  digits = pad(room - before) + digits;  // now `room` digits are before the point
  digits += pad(room + 25 - static_cast<std::int64_t>(digits.size()));
  digits.insert(static_cast<size_t>(room), 1, '.');
  // Trailing zeros decide nothing.
  digits.erase(std::max(digits.find_last_not_of('0') + 1, static_cast<size_t>(room) + 26));
  uint64_t below = 0;
  for (uint64_t step = 0x4000; step != 0; step /= 2) {
    const uint64_t next = below + step;  // the number of middles that lie below
    if (next > 0x7c00) continue;
    const std::string middle = fixed(units(next - 1) + units(next), base);
    if (digits > middle || (digits == middle && next % 2 == 0)) below = next;
  }
  return below;
}

}  // namespace hallmark::futhark::oracle
