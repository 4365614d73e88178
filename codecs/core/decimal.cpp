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
#include <cstring>
#include <type_traits>

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

// Significant gives the digits of a number from the first that is not 0 on, one after the other.
class Significant {
 public:
  explicit Significant(Bytes text) noexcept : text_(text) {
    skip();
    while (!text_.empty() && here() == '0') advance();
  }
  [[nodiscard]] bool ended() const noexcept { return text_.empty(); }
  [[nodiscard]] char here() const noexcept { return static_cast<char>(std::to_integer<unsigned char>(text_.front())); }
  void advance() noexcept {
    text_ = text_.subspan(1);
    skip();
  }

 private:
  void skip() noexcept {
    while (!text_.empty() && (here() == '.' || here() == '_')) text_ = text_.subspan(1);
    if (!text_.empty() && (here() == 'e' || here() == 'E')) text_ = {};
  }

  Bytes text_;
};

// The exponent of ten such that the number is 0.d1d2… × 10^it, d1 being its first significant digit.
std::int64_t magnitude_of(const Decimal& number) noexcept {
  std::int64_t significant = 0;
  for (Significant digit(number.text); !digit.ended(); digit.advance()) ++significant;
  return significant + number.exponent;
}

// Digits beyond this cannot decide a rounding, only whether there are any: no middle between two doubles has more.
constexpr std::size_t decisive_digits = 780;

// The library looks itself how the host rounds, and then works in integers.
template <class T>
T nearest(const char* first, const char* last) noexcept {
  T value = 0;
  (void)fast_float::from_chars(first, last, value, fast_float::chars_format::general);
  return value;
}

// For a number that the library cannot take as it is written: writes it again without the digits that cannot decide
// the rounding.
template <class T>
[[gnu::noinline]] T nearest_of_many(const Decimal& number) noexcept {
  const std::int64_t magnitude = magnitude_of(number);
  constexpr std::int64_t out_of_reach = 1000;
  if (magnitude < -out_of_reach) return 0;
  char text[decisive_digits + 32];
  char* to = text;
  Significant digit(number.text);
  for (; !digit.ended() && to != text + decisive_digits; digit.advance()) *to++ = digit.here();
  if (to == text) return 0;
  const std::int64_t exponent = std::min(magnitude, out_of_reach) - (to - text);
  bool more = false;
  for (; !digit.ended() && !more; digit.advance()) more = digit.here() != '0';
  if (more) *to++ = '1';
  *to++ = 'e';
  to = std::to_chars(to, std::end(text), exponent - (more ? 1 : 0)).ptr;
  return nearest<T>(text, to);
}

// is_short says that the mantissa holds all digits.
bool is_short(const Decimal& number) noexcept { return number.digits <= 19; }

// rounded gives the bits of mantissa × 2^exponent, a normal number or infinity. The highest bit of the mantissa is set;
// `more` says that digits behind it are not all 0.
template <class T>
std::uint64_t rounded(std::uint64_t mantissa, bool more, std::int64_t exponent) noexcept {
  constexpr Precision to = precision_of(sizeof(T) == sizeof(float) ? DType::f32 : DType::f64);
  constexpr unsigned below = 64 - to.bits;
  const std::uint64_t kept = mantissa >> below;
  const std::uint64_t rest = mantissa << to.bits | (more ? 1 : 0);
  const bool up = rest > (std::uint64_t{1} << 63) - (kept & 1);
  // The implicit bit is not stored: it carries into the exponent.
  const auto field = static_cast<std::uint64_t>(exponent + below - to.smallest) << (to.bits - 1);
  return std::min(field + kept + (up ? 1 : 0), infinity_of(to));
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
template <class T>
[[gnu::noinline]] std::uint64_t product_of(std::uint64_t mantissa, const PowerOfFive& five,
                                           std::int64_t exponent) noexcept {
  Wide product = Wide{mantissa} * five.shifted;
  const int left = product >> 127 == 0 ? 1 : 0;
  product <<= left;
  return rounded<T>(static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product) != 0,
                    exponent - five.shift + 64 - left);
}

// Möller and Granlund, Improved Division by Invariant Integers, 2011, algorithm 4. The quotient has 63 or 64 bits.
template <class T>
std::uint64_t quotient_of(std::uint64_t mantissa, const PowerOfFive& five, std::int64_t exponent) noexcept {
  const std::uint64_t high = mantissa >> 1;
  const std::uint64_t low = mantissa << 63;
  const Wide guess = Wide{five.reciprocal} * high + (Wide{high} << 64 | low);
  auto quotient = static_cast<std::uint64_t>(guess >> 64) + 1;
  std::uint64_t rest = low - quotient * five.shifted;
  const std::uint64_t over = rest > static_cast<std::uint64_t>(guess) ? 1 : 0;
  quotient -= over;
  rest += (0 - over) & five.shifted;
  if (rest >= five.shifted) [[unlikely]] {
    ++quotient;
    rest -= five.shifted;
  }
  const std::uint64_t left = 1 - (quotient >> 63);
  return rounded<T>(quotient << left, rest != 0, exponent + five.shift - 63 - static_cast<std::int64_t>(left));
}

// scale gives mantissa × 10^exponent, rounded once and in integers; `undecided` where the power of five has more than
// 64 bits.
template <class T>
std::uint64_t scale(std::uint64_t mantissa, std::int64_t exponent) noexcept {
  const auto power = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  if (power >= powers_of_five.size()) return undecided;
  if (mantissa == 0) return 0;
  const int shift = std::countl_zero(mantissa);
  if (exponent < 0) [[likely]]
    return quotient_of<T>(mantissa << shift, powers_of_five[power], exponent - shift);
  return product_of<T>(mantissa << shift, powers_of_five[power], exponent - shift);
}
#else
template <class T>
std::uint64_t scale(std::uint64_t, std::int64_t) noexcept {
  return undecided;
}
#endif

template <class T>
T nearest(const Decimal& number) noexcept {
  constexpr std::size_t short_text = 1000;  // the library follows the exponent of such a number whatever it is
  if (!number.plain || number.text.size() > short_text) return nearest_of_many<T>(number);
  // The library reads the digits more than once, and an input may change under it: it gets a copy.
  char text[short_text];
  std::memcpy(text, number.text.data(), number.text.size());
  return nearest<T>(text, text + number.text.size());
}

template <class T>
std::uint64_t nearest_bits(const Decimal& number) noexcept {
  using Word = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
  const std::uint64_t bits = is_short(number) ? scale<T>(number.mantissa, number.exponent) : undecided;
  return bits != undecided ? bits : std::bit_cast<Word>(nearest<T>(number));
}

// To f16 in units of 2^-25, half the distance of its closest neighbours: of what lies between two units only matters
// that it is there. Their number is that of units of 10^-25 divided by 5^25, digit by digit.
std::uint64_t f16_bits(const Decimal& number) noexcept {
  constexpr std::int64_t places = 25;
  static_assert(precision_of(DType::f16).smallest == 1 - places);
  constexpr std::uint64_t divisor = 298'023'223'876'953'125;
  const std::int64_t magnitude = magnitude_of(number);
  Significant digit(number.text);
  if (digit.ended()) return 0;
  if (magnitude > 5) return infinity_bits(DType::f16);
  std::uint64_t units = 0;
  std::uint64_t rest = 0;
  for (std::int64_t place = magnitude; place > -places; --place) {
    rest *= 10;
    if (!digit.ended()) {
      rest += static_cast<std::uint64_t>(digit.here() - '0');
      digit.advance();
    }
    units = units * 10 + rest / divisor;
    rest %= divisor;
  }
  bool more = rest != 0;
  for (; !digit.ended() && !more; digit.advance()) more = digit.here() != '0';
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
  return dtype == DType::f64   ? scale<double>(mantissa, exponent)
         : dtype == DType::f32 ? scale<float>(mantissa, exponent)
                               : undecided;
}

std::uint64_t float_bits(const Decimal& number, DType dtype) noexcept {
  return dtype == DType::f64   ? nearest_bits<double>(number)
         : dtype == DType::f32 ? nearest_bits<float>(number)
                               : f16_bits(number);
}

std::uint64_t float_bits(std::uint64_t mantissa, bool more, std::int64_t exponent, DType dtype) noexcept {
  if (mantissa == 0) return 0;
  const Precision to = precision_of(dtype);
  const auto width = static_cast<std::int64_t>(std::bit_width(mantissa));
  if (exponent + width > 1025) return infinity_bits(dtype);
  if (exponent + width < to.smallest) return 0;
  const std::int64_t unit = std::max(exponent + width - std::int64_t{to.bits}, to.smallest);
  const std::int64_t below = unit - exponent;  // bits of the mantissa below the spacing; 64 at most
  std::uint64_t kept = 0;
  if (below <= 0) {
    kept = mantissa << -below;
  } else {
    const std::uint64_t half = std::uint64_t{1} << (below - 1);
    kept = below == 64 ? 0 : mantissa >> below;
    const std::uint64_t rest = mantissa & (half | (half - 1));
    const bool up = rest > half || (rest == half && (more || (kept & 1) != 0));
    kept += up ? 1 : 0;
  }
  // The implicit bit is not stored: it carries into the exponent.
  const std::uint64_t implicit = std::uint64_t{1} << (to.bits - 1);
  const auto field = static_cast<std::uint64_t>(unit - to.smallest + 1);
  return std::min(field * implicit + kept - implicit, infinity_bits(dtype));
}

std::uint64_t infinity_bits(DType dtype) noexcept { return infinity_of(precision_of(dtype)); }

std::uint64_t nan_bits(DType dtype) noexcept {
  return infinity_bits(dtype) | std::uint64_t{1} << (precision_of(dtype).bits - 2);
}

std::uint64_t sign_bit(DType dtype) noexcept { return std::uint64_t{1} << (precision_of(dtype).width - 1); }

}  // namespace hallmark
