// SPDX-License-Identifier: Apache-2.0
#include "futhark/print.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "core/decimal.hpp"
#include "core/integers.hpp"

namespace hallmark::futhark {
namespace {

// Digits d1d2… of a number d1.d2… × 10^exponent.
struct Digits {
  char text[20];
  int count = 0;
  int exponent = 0;
};

// Reads what to_chars writes: d.ddde±xx.
Digits digits_of(const char* from, const char* end) noexcept {
  Digits digits;
  for (; from != end && *from != 'e'; ++from) {
    if (*from != '.') digits.text[digits.count++] = *from;
  }
  if (from != end) ++from;
  const bool negative = from != end && *from == '-';
  for (++from; from < end; ++from) digits.exponent = digits.exponent * 10 + (*from - '0');
  if (negative) digits.exponent = -digits.exponent;
  return digits;
}

template <class T>
Digits shortest(T value) noexcept {
  char text[longest_number];
  return digits_of(text, std::to_chars(text, std::end(text), value, std::chars_format::scientific).ptr);
}

// No library prints an f16: as few digits of its exact value as lead back to it. Five always do.
Digits shortest_f16(std::uint64_t bits) noexcept {
  const std::uint64_t fraction = bits & 0x3ff;
  const std::uint64_t field = bits >> 10;
  // 2^-24 for each unit of a subnormal.
  const std::uint64_t units = field == 0 ? fraction : (fraction | 0x400) << (field - 1);
  const double value = static_cast<double>(units) * 0x1p-24;
  constexpr int most = 5;
  for (int count = 1;; ++count) {
    char text[longest_number];
    const char* const end = std::to_chars(text, std::end(text), value, std::chars_format::scientific, count - 1).ptr;
    Digits digits = digits_of(text, end);
    const auto reads_back = [&]() noexcept {
      const std::string_view all(digits.text, static_cast<std::size_t>(count));
      Decimal number{as_bytes(all), 0, all.size(), digits.exponent - (count - 1)};
      for (const char digit : all) number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(digit - '0');
      return float_bits(number, DType::f16) == bits;
    };
    if (reads_back() || count == most) return digits;
    // Above a power of two neighbours lie twice as far apart as below: where the nearest decimal, below, is another
    // number's, the next may still be this one's. One that ends in 0 has been tried with fewer digits.
    char& last = digits.text[count - 1];
    if (last != '9' && (++last, reads_back())) return digits;
  }
}

// Where a number is written with its digits alone, without an exponent.
constexpr int lowest_fixed = -5;
constexpr int highest_fixed = 16;

char* write(char* to, const Digits& digits) noexcept {
  const char* from = digits.text;
  const char* const end = from + digits.count;
  if (digits.exponent < lowest_fixed || digits.exponent > highest_fixed) {
    *to++ = *from++;
    *to++ = '.';
    if (from == end) *to++ = '0';
    to = std::copy(from, end, to);
    *to++ = 'e';
    return std::to_chars(to, to + 8, digits.exponent).ptr;
  }
  if (digits.exponent < 0) {
    *to++ = '0';
    *to++ = '.';
    to = std::fill_n(to, -digits.exponent - 1, '0');
    return std::copy(from, end, to);
  }
  const int whole = digits.exponent + 1;
  const int given = std::min(whole, digits.count);
  to = std::copy_n(from, given, to);
  to = std::fill_n(to, whole - given, '0');
  *to++ = '.';
  if (given == digits.count) *to++ = '0';
  return std::copy(from + given, end, to);
}

}  // namespace

char* print_integer(char* to, std::uint64_t bits, DType dtype) noexcept {
  if (integer_range(dtype).lowest == 0) return std::to_chars(to, to + longest_number, bits).ptr;
  const std::uint64_t unused = 64 - 8 * size_of(dtype);
  return std::to_chars(to, to + longest_number, static_cast<std::int64_t>(bits << unused) >> unused).ptr;
}

char* print_float(char* to, std::uint64_t bits, DType dtype) noexcept {
  if ((bits & sign_bit(dtype)) != 0) *to++ = '-';
  bits &= sign_bit(dtype) - 1;
  if (dtype == DType::f16) return write(to, shortest_f16(bits));
  if (dtype == DType::f32) return write(to, shortest(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  return write(to, shortest(std::bit_cast<double>(bits)));
}

}  // namespace hallmark::futhark
