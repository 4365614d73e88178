// Numbers of the oracle: integers in 128 bits, floats by the C library.
#include "conformance/futhark/oracle_numbers.hpp"

#include <bit>
#include <cstdlib>

#include "conformance/generate/halves.hpp"

namespace hallmark::futhark::oracle {
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
  std::string text = number.base == 16 ? "0x" : "";
  text += number.whole + "." + number.fraction;
  if (!number.exponent.empty()) text += (number.base == 16 ? "p" : "e") + number.exponent;
  if (dtype == DType::f16) return conformance::half_of(text);
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

}  // namespace hallmark::futhark::oracle
