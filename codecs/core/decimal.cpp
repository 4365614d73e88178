#include "core/decimal.hpp"

// A codec ends no program: what the library asserts stays out of it.
#ifndef NDEBUG
#define NDEBUG
#endif
#include <fast_float/fast_float.h>

#include <algorithm>
#include <bit>
#include <cfloat>

namespace hallmark {
namespace {

// Precision is a binary type: bits of the significand, the exponent of the smallest number, bits of the whole.
struct Precision {
  unsigned bits;
  std::int64_t smallest;
  unsigned width;
};

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
  [[nodiscard]] bool behind_point() const noexcept { return point_; }
  [[nodiscard]] char here() const noexcept { return static_cast<char>(std::to_integer<unsigned char>(text_.front())); }
  void advance() noexcept {
    text_ = text_.subspan(1);
    skip();
  }

 private:
  void skip() noexcept {
    while (!text_.empty() && (here() == '.' || here() == '_')) {
      point_ = point_ || here() == '.';
      text_ = text_.subspan(1);
    }
    if (!text_.empty() && (here() == 'e' || here() == 'E')) text_ = {};
  }

  Bytes text_;
  bool point_ = false;
};

// The exponent of ten such that the number is 0.d1d2… × 10^it, d1 being its first significant digit.
std::int64_t magnitude_of(const Decimal& number) noexcept {
  std::int64_t significant = 0;
  for (Significant digit(number.text); !digit.ended(); digit.advance()) ++significant;
  return significant + number.exponent;
}

// Digits beyond this cannot decide a rounding, only whether there are any: no middle between two doubles has more.
constexpr std::size_t decisive_digits = 780;

char* write_number(char* to, std::int64_t value) noexcept {
  if (value < 0) *to++ = '-';
  auto rest = static_cast<std::uint64_t>(value < 0 ? -value : value);
  char digits[20];
  char* first = std::end(digits);
  do {
    *--first = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  return std::copy(first, std::end(digits), to);
}

// The library looks itself how the host rounds, and then works in integers.
template <class T>
T nearest(const char* first, const char* last) noexcept {
  T value = 0;
  (void)fast_float::from_chars(first, last, value, fast_float::chars_format::general);
  return value;
}

// A number that the library cannot take as it stands: written anew, the digits that do not decide left out.
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
  to = write_number(to, exponent - (more ? 1 : 0));
  return nearest<T>(text, to);
}

template <class T>
T nearest(const Decimal& number) noexcept {
  constexpr std::size_t short_text = 1000;  // the library follows the exponent of such a number whatever it is
  if (!number.plain || number.text.size() > short_text) return nearest_of_many<T>(number);
  const std::string_view text = as_text(number.text);
  return nearest<T>(text.data(), text.data() + text.size());
}

// The exact powers of ten that a double holds, for numbers that one multiplication rounds.
constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

std::uint64_t power_of(const Decimal& number) noexcept {
  return static_cast<std::uint64_t>(number.exponent < 0 ? -number.exponent : number.exponent);
}

// Whether one multiplication or division of doubles rounds a number.
bool is_one_step(const Decimal& number, std::uint64_t one_step) noexcept {
  return number.digits <= 19 && number.mantissa < one_step && power_of(number) < std::size(powers_of_ten);
}

// Any thread may have been told to round otherwise. Only to nearest are both 1.
bool rounds_to_nearest() noexcept {
  const volatile float unknown = FLT_MIN;  // to compilers, which would else do the sums
  const float tiny = unknown;
  return 1.0F + tiny == 1.0F - tiny;
}

double nearest_f64(const Decimal& number, std::uint64_t one_step) noexcept {
  const std::uint64_t power = power_of(number);
  if (is_one_step(number, one_step)) {
    const auto mantissa = static_cast<double>(number.mantissa);
    return number.exponent < 0 ? mantissa / powers_of_ten[power] : mantissa * powers_of_ten[power];
  }
  return nearest<double>(number);
}

// To f32 through f64, which holds every middle of two neighbours: only a double that is one may have been rounded to
// it. Powers as small as nearest_f64 multiplies by keep clear of the ends of the range.
std::uint32_t nearest_f32(const Decimal& number, std::uint64_t one_step) noexcept {
  constexpr std::uint64_t below = (std::uint64_t{1} << 29) - 1;  // bits that f32 does not have
  constexpr std::uint64_t middle = std::uint64_t{1} << 28;
  if (is_one_step(number, one_step)) {
    const double value = nearest_f64(number, one_step);
    if ((std::bit_cast<std::uint64_t>(value) & below) != middle) {
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    }
  }
  return std::bit_cast<std::uint32_t>(nearest<float>(number));
}

// Middle is a number between two neighbours of f16, in units of 2^-25, digit by digit.
class Middle {
 public:
  explicit Middle(std::uint64_t units) noexcept : whole_(units >> 25), fraction_(units & fraction_mask) {}
  // digit gives the one for 10^place, asked for from 4 downwards.
  char digit(int place) noexcept {
    if (place >= 0) {
      std::uint64_t power = 1;
      for (int i = 0; i < place; ++i) power *= 10;
      return static_cast<char>('0' + whole_ / power % 10);
    }
    fraction_ *= 10;
    const char digit = static_cast<char>('0' + (fraction_ >> 25));
    fraction_ &= fraction_mask;
    return digit;
  }

 private:
  static constexpr std::uint64_t fraction_mask = (1U << 25) - 1;
  std::uint64_t whole_;
  std::uint64_t fraction_;
};

// Compares a number with one that a multiple of 2^-25 gives exactly: below 0, 0, above 0.
int compare(const Decimal& number, std::uint64_t units) noexcept {
  Middle middle(units);
  const std::int64_t magnitude = magnitude_of(number);
  if (magnitude > 5) return 1;
  Significant digit(number.text);
  for (int place = 4; place >= -25; --place) {
    const bool has = place < magnitude && !digit.ended();
    const char ours = has ? digit.here() : '0';
    const char theirs = middle.digit(place);
    if (ours != theirs) return ours < theirs ? -1 : 1;
    if (has) digit.advance();
  }
  for (; !digit.ended(); digit.advance()) {
    if (digit.here() != '0') return 1;
  }
  return 0;
}

// To f16 through f64, which holds every middle of two neighbours: only a double that is one may have been rounded to
// it, and then the digits say from which side.
std::uint64_t nearest_f16(const Decimal& number, std::uint64_t one_step) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(nearest_f64(number, one_step));
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  if (bits >> 52 < 1023 - 26) return 0;  // below 2^-26
  if (bits >> 52 > 1023 + 16) return infinity_bits(DType::f16);
  std::uint64_t mantissa = (bits & (one - 1)) | one;
  std::int64_t exponent = static_cast<std::int64_t>(bits >> 52) - 1023 - 52;
  const std::int64_t unit = std::max<std::int64_t>(exponent + 52 - 10, -24);  // exponent of the spacing
  const auto below = static_cast<unsigned>(unit - exponent);                  // bits below the spacing, 42 to 54
  const std::uint64_t half = std::uint64_t{1} << (below - 1);
  bool more = false;
  if ((mantissa & (2 * half - 1)) == half) {
    const int side = compare(number, (mantissa >> (below - 1)) << (unit - 1 + 25));
    mantissa = (mantissa << 11) - (side < 0 ? 1 : 0);
    more = side > 0;
    exponent -= 11;
  }
  return float_bits(mantissa, more, exponent, DType::f16);
}

}  // namespace

std::uint64_t one_step_mantissas() noexcept {
  constexpr std::uint64_t in_doubles = (std::uint64_t{1} << 53) + 1;
  return FLT_EVAL_METHOD == 0 && rounds_to_nearest() ? in_doubles : 0;
}

std::uint64_t float_bits(const Decimal& number, DType dtype, std::uint64_t one_step) noexcept {
  if (dtype == DType::f64) return std::bit_cast<std::uint64_t>(nearest_f64(number, one_step));
  if (dtype == DType::f32) return nearest_f32(number, one_step);
  return nearest_f16(number, one_step);
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

std::uint64_t infinity_bits(DType dtype) noexcept {
  const Precision of = precision_of(dtype);
  return (std::uint64_t{1} << (of.width - 1)) - (std::uint64_t{1} << (of.bits - 1));
}

std::uint64_t nan_bits(DType dtype) noexcept {
  return infinity_bits(dtype) | std::uint64_t{1} << (precision_of(dtype).bits - 2);
}

std::uint64_t sign_bit(DType dtype) noexcept { return std::uint64_t{1} << (precision_of(dtype).width - 1); }

}  // namespace hallmark
