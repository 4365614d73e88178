// SPDX-License-Identifier: Apache-2.0
#include "core/decimal.hpp"

// Codecs must not abort, so the assertions of fast_float are disabled.
#ifndef NDEBUG
#define NDEBUG
#endif
#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <charconv>

#include "core/digits.hpp"

namespace hallmark {
namespace {

// Precision is a binary type: bits of the significand, the exponent of the smallest number, bits of the whole.
struct Precision {
  unsigned bits;
  std::int64_t smallest;
  unsigned width;
};

constexpr std::uint64_t infinity_of(const Precision& of) noexcept {
  return (std::uint64_t{1} << (of.width - 1)) - (std::uint64_t{1} << (of.bits - 1));
}

constexpr Precision precision_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::f16: return {11, -24, 16};
    case DType::f32: return {24, -149, 32};
    default: return {53, -1074, 64};
  }
}

// Digits beyond this cannot decide a rounding, only whether there are any: no middle between two doubles has more.
constexpr std::size_t decisive_digits = 780;

// Significant are the digits of a number from the first that is not 0 on.
struct Significant {
  explicit Significant(const Decimal& number) noexcept : magnitude(number.exponent) {
    for (const std::byte byte : number.text) {
      const char c = static_cast<char>(byte);
      if (c == 'e' || c == 'E') break;
      if (c == '.' || c == '_' || (c == '0' && count == 0)) continue;
      ++magnitude;
      if (count != decisive_digits) {
        text[count++] = c;
      } else {
        more = more || c != '0';
      }
    }
  }

  char text[decisive_digits + 32];  // room to write an exponent
  std::size_t count = 0;
  std::int64_t magnitude;  // the number is 0.d1d2… × 10^magnitude
  bool more = false;       // what is not in the text is not all 0
};

// Writes the number for the library, without underscores and the digits that cannot decide the rounding. It reads them
// more than once, and an input may change under it.
template <class T>
[[gnu::noinline]] T nearest(const Decimal& number) noexcept {
  Significant digits(number);
  constexpr std::int64_t out_of_reach = 1000;
  if (digits.count == 0 || digits.magnitude < -out_of_reach) return 0;
  char* to = digits.text + digits.count;
  if (digits.more) *to++ = '1';
  const std::int64_t exponent = std::min(digits.magnitude, out_of_reach) - (to - digits.text);
  *to++ = 'e';
  to = std::to_chars(to, std::end(digits.text), exponent).ptr;
  // The library looks itself how the host rounds, and then works in integers.
  T value = 0;
  (void)fast_float::from_chars(digits.text, to, value, fast_float::chars_format::general);
  return value;
}

// rounded gives the bits of mantissa × 2^(unit - below), in units of 2^unit; `more` says that digits after the
// mantissa are not all 0. A unit is the spacing of the results, and `below` at most 64.
[[gnu::always_inline]] inline std::uint64_t rounded(const Precision& to, std::uint64_t mantissa, bool more,
                                                    std::int64_t below, std::int64_t unit) noexcept {
  std::uint64_t kept = 0;
  if (below <= 0) {
    kept = mantissa << -below;
  } else {
    kept = below == 64 ? 0 : mantissa >> below;
    const std::uint64_t rest = mantissa << (64 - below) | (more ? 1 : 0);
    kept += rest > (std::uint64_t{1} << 63) - (kept & 1) ? 1 : 0;
  }
  // The implicit bit is not stored: it carries into the exponent.
  return std::min((static_cast<std::uint64_t>(unit - to.smallest) << (to.bits - 1)) + kept, infinity_of(to));
}

// The same of a mantissa whose highest bit is set. An f32 or f64 must be a normal number or infinity.
template <DType dtype>
std::uint64_t rounded(std::uint64_t mantissa, bool more, std::int64_t exponent) noexcept {
  if constexpr (dtype == DType::f16) return float_bits(mantissa, more, exponent, dtype);
  constexpr Precision to = precision_of(dtype);
  constexpr std::int64_t below = 64 - std::int64_t{to.bits};
  return rounded(to, mantissa, more, below, exponent + below);
}

#ifdef __SIZEOF_INT128__
__extension__ using Wide = unsigned __int128;

// A power of five, shifted until its highest bit is set, and what its quotients are found with.
struct PowerOfFive {
  std::uint64_t shifted = 0;
  std::uint64_t reciprocal = 0;  // (2^128 - 1) / shifted - 2^64
  std::int64_t shift = 0;
};
constexpr auto powers_of_five = [] {
  std::array<PowerOfFive, 28> powers;  // those that 64 bits hold
  std::uint64_t power = 1;
  for (PowerOfFive& one : powers) {
    one.shift = std::countl_zero(power);
    one.shifted = power << one.shift;
    one.reciprocal = static_cast<std::uint64_t>(~Wide{0} / one.shifted);
    power *= 5;
  }
  return powers;
}();

// product_of and quotient_of give mantissa × and ÷ a power of ten, rounded once. The mantissa has its highest bit set.
template <DType to>
[[gnu::noinline]] std::uint64_t product_of(std::uint64_t mantissa, const PowerOfFive& five,
                                           std::int64_t exponent) noexcept {
  Wide product = Wide{mantissa} * five.shifted;
  const int left = product >> 127 == 0 ? 1 : 0;
  product <<= left;
  return rounded<to>(static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product) != 0,
                     exponent - five.shift + 64 - left);
}

// Möller and Granlund, Improved Division by Invariant Integers, 2011, algorithm 4. The quotient has 63 or 64 bits. Of
// their two corrections the second is never due: `high` is below 2^63 and `low` no more than that, and five.shifted no
// less.
template <DType to>
std::uint64_t quotient_of(std::uint64_t mantissa, const PowerOfFive& five, std::int64_t exponent) noexcept {
  const std::uint64_t high = mantissa >> 1;
  const std::uint64_t low = mantissa << 63;
  const Wide guess = Wide{five.reciprocal} * high + (Wide{high} << 64 | low);
  auto quotient = static_cast<std::uint64_t>(guess >> 64) + 1;
  std::uint64_t rest = low - quotient * five.shifted;
  const std::uint64_t over = rest > static_cast<std::uint64_t>(guess) ? 1 : 0;
  quotient -= over;
  rest += (0 - over) & five.shifted;
  const std::uint64_t left = 1 - (quotient >> 63);
  return rounded<to>(quotient << left, rest != 0, exponent + five.shift - 63 - static_cast<std::int64_t>(left));
}

// scale gives mantissa × 10^exponent, rounded once and in integers; `undecided` where the power of five has more than
// 64 bits.
template <DType to>
std::uint64_t scale(std::uint64_t mantissa, std::int64_t exponent) noexcept {
  const auto power = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  if (power >= powers_of_five.size()) return undecided;
  if (mantissa == 0) return 0;
  const int shift = std::countl_zero(mantissa);
  if (exponent < 0) [[likely]]
    return quotient_of<to>(mantissa << shift, powers_of_five[power], exponent - shift);
  return product_of<to>(mantissa << shift, powers_of_five[power], exponent - shift);
}
#else
template <DType to>
std::uint64_t scale(std::uint64_t, std::int64_t) noexcept {
  return undecided;
}
#endif

// To f16 in units of 2^-25, half the distance of its closest neighbours: of what lies between two units only matters
// that it is there. Their number is that of units of 10^-25 divided by 5^25, digit by digit.
std::uint64_t nearest_f16(const Decimal& number) noexcept {
  constexpr std::int64_t places = 25;
  static_assert(precision_of(DType::f16).smallest == 1 - places);
  constexpr std::uint64_t divisor = 298'023'223'876'953'125;
  const Significant digits(number);
  if (digits.count == 0) return 0;
  if (digits.magnitude > 5) return infinity_bits(DType::f16);
  std::uint64_t units = 0;
  std::uint64_t rest = 0;
  std::size_t used = 0;
  for (std::int64_t place = digits.magnitude; place > -places; --place) {
    rest *= 10;
    if (used < digits.count) rest += static_cast<std::uint64_t>(digits.text[used++] - '0');
    units = units * 10 + rest / divisor;
    rest %= divisor;
  }
  const auto is_zero = [](char c) { return c == '0'; };
  const bool more = rest != 0 || digits.more || !std::all_of(digits.text + used, digits.text + digits.count, is_zero);
  return float_bits(units, more, -places, DType::f16);
}

}  // namespace

bool divides_to_nearest() noexcept {
#if defined(__FAST_MATH__) || !defined(__FLT_EVAL_METHOD__) || __FLT_EVAL_METHOD__ != 0
  return false;  // a quotient may be rounded twice, or be a product
#else
  static const volatile double tiny = DBL_MIN;
  const double least = tiny;
  return 1 + least == 1 - least;
#endif
}

std::uint64_t short_float_bits(std::uint64_t mantissa, std::int64_t exponent, DType dtype) noexcept {
  return dtype == DType::f64   ? scale<DType::f64>(mantissa, exponent)
         : dtype == DType::f32 ? scale<DType::f32>(mantissa, exponent)
                               : scale<DType::f16>(mantissa, exponent);
}

std::uint64_t float_bits(const Decimal& number, DType dtype) noexcept {
  const bool is_short = number.digits <= safe_digits;
  const std::uint64_t bits = is_short ? short_float_bits(number.mantissa, number.exponent, dtype) : undecided;
  if (bits != undecided) return bits;
  return dtype == DType::f64   ? std::bit_cast<std::uint64_t>(nearest<double>(number))
         : dtype == DType::f32 ? std::bit_cast<std::uint32_t>(nearest<float>(number))
                               : nearest_f16(number);
}

std::uint64_t float_bits(std::uint64_t mantissa, bool more, std::int64_t exponent, DType dtype) noexcept {
  if (mantissa == 0) return 0;
  const Precision to = precision_of(dtype);
  const auto width = static_cast<std::int64_t>(std::bit_width(mantissa));
  if (exponent + width > 1025) return infinity_bits(dtype);
  if (exponent + width < to.smallest) return 0;
  const std::int64_t unit = std::max(exponent + width - std::int64_t{to.bits}, to.smallest);
  return rounded(to, mantissa, more, unit - exponent, unit);
}

std::uint64_t infinity_bits(DType dtype) noexcept { return infinity_of(precision_of(dtype)); }

std::uint64_t nan_bits(DType dtype) noexcept {
  return infinity_bits(dtype) | std::uint64_t{1} << (precision_of(dtype).bits - 2);
}

std::uint64_t sign_bit(DType dtype) noexcept { return std::uint64_t{1} << (precision_of(dtype).width - 1); }

}  // namespace hallmark
