// SPDX-License-Identifier: Apache-2.0
// Statistics compared with a naive computation: sorting, long double sums, and bins by comparing every element with
// every edge.
#include "conformance/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "conformance/statistics/passes.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/rounding.hpp"

namespace {

using namespace hallmark;
using conformance::Histogram;
using conformance::Statistics;
using Wide = __int128;
using Words = std::vector<std::uint64_t>;

// Layout of a floating-point type.
struct FloatLayout {
  int exponent_bits;
  int mantissa_bits;
  enum class Form : std::uint8_t {
    ieee,
    no_infinity,  // all ones is the only NaN
    one_zero,     // -0 is the only NaN; the bias is greater by one
    power         // an exponent alone, all ones is the only NaN
  };
  Form form = Form::ieee;
};

// The numbers of bits are 0 for integers and booleans.
FloatLayout layout_of(DType dtype) {
  switch (dtype) {
    case DType::f16: return {5, 10};
    case DType::bf16: return {8, 7};
    case DType::f32: return {8, 23};
    case DType::f64: return {11, 52};
    case DType::f8_e5m2: return {5, 2};
    case DType::f8_e4m3: return {4, 3, FloatLayout::Form::no_infinity};
    case DType::f8_e4m3fnuz: return {4, 3, FloatLayout::Form::one_zero};
    case DType::f8_e5m2fnuz: return {5, 2, FloatLayout::Form::one_zero};
    case DType::f8_e8m0: return {8, 0, FloatLayout::Form::power};
    default: return {0, 0};
  }
}
bool is_float(DType dtype) { return layout_of(dtype).exponent_bits != 0; }

// float_value is (-1)^s · m · 2^e, as the definitions of the types write it.
long double float_value(DType dtype, std::uint64_t word) {
  const FloatLayout layout = layout_of(dtype);
  const std::uint64_t mantissas = std::uint64_t{1} << layout.mantissa_bits;
  const std::uint64_t exponents = std::uint64_t{1} << layout.exponent_bits;
  const std::uint64_t mantissa = word % mantissas;
  const std::uint64_t exponent = word / mantissas % exponents;
  using enum FloatLayout::Form;
  const bool negative = layout.form != power && word / mantissas / exponents % 2 != 0;
  const int bias = static_cast<int>(exponents / 2) - (layout.form == one_zero ? 0 : 1);
  const bool top = exponent == exponents - 1;
  const bool nan = layout.form == one_zero ? negative && exponent == 0 && mantissa == 0
                                           : top && (layout.form == ieee ? mantissa != 0 : mantissa == mantissas - 1);
  long double value = 0;
  if (nan) {
    value = std::numeric_limits<long double>::quiet_NaN();
  } else if (top && layout.form == ieee) {
    value = std::numeric_limits<long double>::infinity();
  } else if (exponent == 0 && layout.form != power) {
    value = std::ldexp(static_cast<long double>(mantissa), 1 - bias - layout.mantissa_bits);
  } else {
    value = std::ldexp(static_cast<long double>(mantissas + mantissa),
                       static_cast<int>(exponent) - bias - layout.mantissa_bits);
  }
  return negative ? -value : value;
}

// number_of a word of any type. A long double holds integers of 64 bits.
long double number_of(DType dtype, std::uint64_t word) {
  if (is_float(dtype)) return float_value(dtype, word);
  const Wide all = Wide{1} << (8 * size_of(dtype));
  const Wide value = static_cast<Wide>(word) % all;
  const bool has_sign = dtype == DType::i8 || dtype == DType::i16 || dtype == DType::i32 || dtype == DType::i64;
  if (dtype == DType::boolean) return value == 0 ? 0 : 1;
  return static_cast<long double>(has_sign && value >= all / 2 ? value - all : value);
}
static_assert(std::numeric_limits<long double>::digits >= 64);

constexpr DType all_types[] = {DType::boolean, DType::i8,          DType::i16,        DType::i32,     DType::i64,
                               DType::u8,      DType::u16,         DType::u32,        DType::u64,     DType::f16,
                               DType::bf16,    DType::f32,         DType::f64,        DType::f8_e5m2, DType::f8_e4m3,
                               DType::f8_e8m0, DType::f8_e4m3fnuz, DType::f8_e5m2fnuz};

// The bytes of a tensor, at an odd address.
class Memory {
 public:
  Memory(DType dtype, const Words& words) : bytes_(1) {
    for (const std::uint64_t word : words) {
      for (std::uint64_t i = 0; i < size_of(dtype); ++i) bytes_.push_back(static_cast<std::byte>(word >> (8 * i)));
    }
  }
  [[nodiscard]] Bytes bytes() const { return Bytes(bytes_).subspan(1); }

 private:
  std::vector<std::byte> bytes_;
};

std::string text(Wide twice) {
  const bool negative = twice < 0;
  const Wide magnitude = negative ? -twice : twice;
  return (negative ? "-" : "") + std::to_string(static_cast<std::uint64_t>(magnitude / 2)) +
         (magnitude % 2 != 0 ? ".5" : "");
}

// Compares a Quantity with the mean of two numbers: of integers with all digits.
void check_middle(const conformance::Quantity& got, bool exact, long double low, long double high) {
  CHECK(got.exact == exact);
  const long double middle = low / 2 + high / 2;
  if (exact) {
    CHECK(text_of(got) == text(static_cast<Wide>(low) + static_cast<Wide>(high)));
    CHECK(got.real == Approx(static_cast<double>(middle)));
  } else {
    CHECK(got.real == static_cast<double>(middle));
    CHECK_FALSE((got.real == 0 && std::signbit(got.real)));
  }
}

void check_moments(const Statistics& got, const std::vector<long double>& numbers) {
  const auto count = static_cast<long double>(numbers.size());
  const long double largest = std::max(std::abs(numbers.front()), std::abs(numbers.back()));
  long double mean = 0;
  for (const long double number : numbers) mean += number / count;
  long double squares = 0;
  for (const long double number : numbers) squares += (number - mean) * (number - mean) / count;
  const long double std = std::sqrt(squares);
  const auto near = [](double value, long double expected, long double tolerance) {
    return std::isfinite(value) && std::abs(static_cast<long double>(value) - expected) <= tolerance;
  };
  CAPTURE(static_cast<double>(mean), got.mean, static_cast<double>(std), got.std);
  constexpr long double smallest = std::numeric_limits<double>::denorm_min();
  CHECK(near(got.mean, mean, largest * 1e-14L + smallest));
  CHECK(near(got.std, std, std * 1e-10L + largest * 1e-14L + smallest));
}

// Bins of integers are exact tenths of their span; for small integers they also match the printed edges.
void check_bins(const Statistics& got, bool integral, const std::vector<long double>& numbers) {
  const Histogram& histogram = got.histogram;
  REQUIRE(histogram.size == Histogram::bin_count);
  const double low = got.min.real;
  const double high = got.max.real;
  for (std::size_t i = 0; i < 10; ++i) {
    const double step = (high - low) / 10;
    const bool ordinary = std::isfinite(high - low) && step >= std::numeric_limits<double>::min();
    if (ordinary) CHECK(histogram.edges[i] == static_cast<double>(i) * step + low);
    CHECK(histogram.edges[i] <= histogram.edges[i + 1]);
  }
  CHECK(histogram.edges[0] == low);
  CHECK(histogram.edges[10] == high);
  std::uint64_t by_edges[10] = {};
  std::uint64_t by_tenths[10] = {};
  const Wide first = integral ? static_cast<Wide>(numbers.front()) : 0;
  const Wide span = integral ? static_cast<Wide>(numbers.back()) - first : 1;
  for (const long double number : numbers) {
    std::size_t bin = 0;
    while (bin < 9 && number >= histogram.edges[bin + 1]) ++bin;
    ++by_edges[bin];
    if (integral) ++by_tenths[static_cast<int>(std::min<Wide>(9, (static_cast<Wide>(number) - first) * 10 / span))];
  }
  const bool small = std::max(std::abs(low), std::abs(high)) < 0x1p40;
  for (std::size_t i = 0; i < 10; ++i) {
    if (!integral || small) CHECK(histogram.counts[i] == by_edges[i]);
    if (integral) CHECK(histogram.counts[i] == by_tenths[i]);
  }
}

void check_histogram(DType dtype, const Statistics& got, const std::vector<long double>& numbers) {
  const Histogram& histogram = got.histogram;
  const long double span = numbers.back() - numbers.front();
  if (!is_float(dtype) && (span <= 20 || dtype == DType::boolean)) {
    const auto first = static_cast<Wide>(dtype == DType::boolean ? 0 : numbers.front());
    REQUIRE(histogram.form == Histogram::Form::values);
    CHECK(histogram.size == static_cast<std::size_t>(dtype == DType::boolean ? 2 : span + 1));
    for (std::size_t i = 0; i < histogram.size; ++i) {
      const Wide value = first + static_cast<Wide>(i);
      CHECK(histogram.counts[i] ==
            static_cast<std::uint64_t>(std::ranges::count(numbers, static_cast<long double>(value))));
      CHECK(text_of(plus(histogram.first, i)) == text(2 * value));
    }
  } else if (span == 0) {
    CHECK(got.std == 0);
    CHECK(histogram.form == Histogram::Form::constant);
    CHECK(histogram.counts[0] == numbers.size());
  } else {
    REQUIRE(histogram.form == Histogram::Form::bins);
    check_bins(got, !is_float(dtype), numbers);
  }
}

void check(DType dtype, const Words& words, const Statistics& got) {
  std::vector<long double> sorted;
  std::uint64_t nan = 0;
  std::uint64_t inf = 0;
  std::uint64_t negative_inf = 0;
  for (const std::uint64_t word : words) {
    const long double value = number_of(dtype, word);
    if (std::isfinite(value)) {
      sorted.push_back(value);
    } else {
      ++(std::isnan(value) ? nan : value > 0 ? inf : negative_inf);
    }
  }
  std::ranges::sort(sorted);
  CHECK(got.finite == sorted.size());
  CHECK(got.nan == nan);
  CHECK(got.inf == inf);
  CHECK(got.negative_inf == negative_inf);
  if (sorted.empty()) {
    CHECK(got.histogram.form == Histogram::Form::none);
    return;
  }
  const bool exact = !is_float(dtype);
  check_middle(got.min, exact, sorted.front(), sorted.front());
  check_middle(got.max, exact, sorted.back(), sorted.back());
  check_middle(got.median, exact, sorted[(sorted.size() - 1) / 2], sorted[sorted.size() / 2]);
  check_moments(got, sorted);
  check_histogram(dtype, got, sorted);
}

std::uint64_t top_bit(DType dtype) { return std::uint64_t{1} << (size_of(dtype) * 8 - 1); }
std::uint64_t exponent_of(DType dtype) {
  const FloatLayout layout = layout_of(dtype);
  return ((std::uint64_t{1} << layout.exponent_bits) - 1) << layout.mantissa_bits;
}

using Random = std::mt19937_64;

// Words of one kind; for integers any word is a number.
struct Filling {
  const char* name;
  std::function<std::uint64_t(DType, Random&)> word;
};

const Filling fillings[] = {
    {"any bits", [](DType, Random& random) { return random(); }},
    {"one value", [](DType, Random&) { return std::uint64_t{0x3c3c3c3c3c3c3c3c}; }},
    {"few values", [](DType, Random& random) { return random() % 7; }},
    {"22 values", [](DType, Random& random) { return random() % 22; }},
    {"21 values around 0", [](DType, Random& random) { return random() % 21 - 10; }},
    {"around the top bit", [](DType dtype, Random& random) { return top_bit(dtype) + random() % 300 - 150; }},
    {"both ends", [](DType dtype, Random& random) { return top_bit(dtype) - random() % 2; }},
    {"zeros of both signs", [](DType dtype, Random& random) { return random() % 2 * top_bit(dtype); }},
    {"negative zeros and below",
     [](DType dtype, Random& random) {
       return top_bit(dtype) | (random() % 2 * (random() & (top_bit(dtype) / 2 - 1)));
     }},
    {"zero and above, negative zeros",
     [](DType dtype, Random& random) {
       return random() % 3 == 0 ? top_bit(dtype) : random() & (top_bit(dtype) / 2 - 1);
     }},
    {"subnormal", [](DType dtype, Random& random) { return (random() % 2 * top_bit(dtype)) | random() % 4; }},
    {"not finite",
     [](DType dtype, Random& random) {
       return exponent_of(dtype) | (random() % 2 * top_bit(dtype)) | (random() % 3 == 0 ? random() % 8 : 0);
     }},
    {"some not finite",
     [](DType dtype, Random& random) {
       const std::uint64_t word = random();
       return random() % 100 == 0 ? word | exponent_of(dtype) : word & ~(exponent_of(dtype) / 2 + 1);
     }},
    {"largest of both signs",
     [](DType dtype, Random& random) {
       const std::uint64_t largest = dtype == DType::f8_e4m3 ? 0x7e : exponent_of(dtype) - 1;
       return (largest - random() % 3) | (random() % 2 * top_bit(dtype));
     }},
};

}  // namespace

TEST_CASE("every element of 8 and 16 bits is the number that the definition of its type says") {
  for (const DType dtype : all_types) {
    if (size_of(dtype) > 2) continue;
    Words words(std::size_t{1} << (8 * size_of(dtype)));
    for (std::size_t word = 0; word < words.size(); ++word) words[word] = word;
    const Memory memory(dtype, words);
    for (const std::uint64_t word : words) {
      const double got = conformance::element_at(dtype, memory.bytes(), word).real;
      const long double expected = number_of(dtype, word);
      const bool same =
          std::isnan(expected) ? std::isnan(got) : got == expected && std::signbit(got) == std::signbit(expected);
      CAPTURE(name_of(dtype), word, got);
      if (!same) FAIL();
    }
  }
  // Some by name, should the definitions above be wrong.
  const auto number = [](DType dtype, std::uint64_t word) {
    return conformance::element_at(dtype, Memory(dtype, {word}).bytes(), 0).real;
  };
  CHECK(number(DType::f16, 0x3555) == 0.333251953125);
  CHECK(number(DType::f16, 0x7bff) == 65504);
  CHECK(number(DType::bf16, 0x3f81) == 1.0078125);
  CHECK(number(DType::f8_e5m2, 0x7b) == 57344);
  CHECK(number(DType::f8_e4m3, 0x7e) == 448);
  CHECK(std::isnan(number(DType::f8_e4m3, 0xff)));
}

TEST_CASE("statistics of every type agree with sorting and long sums") {
  Random random(20251121);
  for (const DType dtype : all_types) {
    for (const Filling& filling : fillings) {
      // Around the block size of 1024.
      for (const std::size_t count : {0, 1, 2, 3, 8, 11, 1023, 1024, 1025, 9001}) {
        Words words(count);
        for (std::uint64_t& word : words) word = filling.word(dtype, random);
        CAPTURE(name_of(dtype), filling.name, count);
        check(dtype, words, conformance::statistics_of(dtype, Memory(dtype, words).bytes()));
      }
    }
  }
}

TEST_CASE("the median of many elements is that of a sample, near the median of all") {
  using conformance::median_sample;
  const auto median_of = [](const std::vector<float>& numbers) {
    return conformance::statistics_of(DType::f32, std::as_bytes(std::span(numbers)));
  };
  std::vector<float> numbers(median_sample + 2, std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < median_sample; ++i) numbers[i] = static_cast<float>((i + 5) * 7919 % median_sample);
  const Statistics exact = median_of(numbers);  // only the finite elements count
  CHECK(exact.median_of == median_sample);
  CHECK(exact.median.real == static_cast<double>(median_sample) / 2 - 0.5);

  numbers[median_sample] = 0;
  const Statistics one_more = median_of(numbers);
  CHECK(one_more.finite == median_sample + 1);
  CHECK(one_more.median_of <= median_sample);
  for (const std::size_t columns : {2, 3, 5, 16, 64}) {  // the number of the column, from 1 on, with noise
    CAPTURE(columns);
    numbers.assign(5 * median_sample / 2, 0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<float>(i % columns) + static_cast<float>(i * 7919 % 1024) / 1024;
    }
    const Statistics sampled = median_of(numbers);
    CHECK(sampled.finite == numbers.size());
    CHECK(sampled.median_of <= median_sample);
    CHECK(sampled.median_of > median_sample - 10);
    CHECK(sampled.median.real == Approx(static_cast<double>(columns) / 2).epsilon(0.01));
  }
}

TEST_CASE("a sum that no double holds still has a mean") {
  const double huge = std::numeric_limits<double>::max();
  for (const std::size_t count : {std::size_t{5000}, std::size_t{7}}) {
    const std::vector<double> same(count, huge);
    const Statistics got = conformance::statistics_of(DType::f64, std::as_bytes(std::span(same)));
    CHECK(got.mean == huge);
    CHECK(got.std == 0);
    CHECK(got.histogram.form == Histogram::Form::constant);
    std::vector<double> both = same;
    both.insert(both.end(), count, -huge);
    const Statistics spread = conformance::statistics_of(DType::f64, std::as_bytes(std::span(both)));
    CHECK(spread.mean == 0);
    CHECK(spread.std == Approx(huge).epsilon(1e-12));
    CHECK(spread.histogram.counts[0] == count);
    CHECK(spread.histogram.counts[9] == count);
    CHECK(spread.histogram.edges[5] == 0);
  }
}

TEST_CASE("bits are counted from either end of their bytes, and none beyond the last") {
  Random random(1);
  for (const bool most_significant_first : {false, true}) {
    for (std::uint64_t count = 0; count < 70; ++count) {
      std::vector<std::byte> data((count + 7) / 8);
      for (std::byte& byte : data) byte = static_cast<std::byte>(random());
      const BitsView bits{"", count, data, most_significant_first};
      Words words;
      for (std::uint64_t i = 0; i < count; ++i) {
        const auto byte = std::to_integer<unsigned>(data[i / 8]);
        words.push_back(byte >> (most_significant_first ? 7 - i % 8 : i % 8) & 1);
      }
      CAPTURE(count, most_significant_first);
      check(DType::boolean, words, conformance::statistics_of(bits));
      for (std::uint64_t i = 0; i < count; ++i) CHECK(bit_at(bits, i) == (words[i] != 0));
    }
  }
}

TEST_CASE("statistics are the same under every rounding mode of the host") {
  const auto figures = [](const Statistics& of) {
    std::vector<double> all = {of.mean, of.std, of.min.real, of.max.real, of.median.real};
    all.insert(all.end(), std::begin(of.histogram.edges), std::end(of.histogram.edges));
    all.insert(all.end(), std::begin(of.histogram.counts), std::end(of.histogram.counts));
    return all;
  };
  Random random(20260401);
  for (const DType dtype : all_types) {
    for (const std::size_t count : {7, 1000, 9001}) {
      Words words(count);
      for (std::uint64_t& word : words) word = random();
      CAPTURE(name_of(dtype), count);
      const Memory memory(dtype, words);
      CHECK(testing::differences([&] { return figures(conformance::statistics_of(dtype, memory.bytes())); }) == "");
    }
  }
  const std::byte bits[] = {std::byte{0x5b}, std::byte{0x11}};
  CHECK(testing::differences([&] { return figures(conformance::statistics_of({"", 11, bits, false})); }) == "");
}

TEST_CASE("numbers that change between the passes, as in a mapped file, give some median of a bounded sample") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [before, after] : {std::pair{1.0, infinity}, {infinity, 1.0}, {1.0, -1e300}, {0.0, 5.0}}) {
    CAPTURE(before, after);
    double number = before;
    const auto each = [&, next = after](const auto& see) {
      for (std::uint64_t i = 0; i < conformance::median_sample + 3000; ++i) see(number, std::uint64_t{1});
      number = next;
    };
    const Statistics found = conformance::summary<double>(each, false, false);
    CHECK(found.median_of <= (std::isfinite(before) && std::isfinite(after) ? conformance::median_sample : 0));
  }
}

TEST_CASE("statistics of bytes are none") {
  CHECK(conformance::statistics_of(DType::bytes, std::as_bytes(std::span("abc"))).finite == 0);
}
