// Statistics compared with a naive computation: sorting, long double sums, and bins by comparing every element with
// every edge.
#include "conformance/statistics/statistics.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "conformance/statistics/words_of.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::statistics_test;
using conformance::Histogram;
using conformance::Statistics;
using Wide = __int128;
using Words = std::vector<std::uint64_t>;

constexpr DType all_types[] = {DType::boolean, DType::i8,  DType::i16, DType::i32,     DType::i64,
                               DType::u8,      DType::u16, DType::u32, DType::u64,     DType::f16,
                               DType::bf16,    DType::f32, DType::f64, DType::f8_e5m2, DType::f8_e4m3};

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

// Compares a Quantity with the integer value of the oracle.
void check_exact(const conformance::Quantity& got, Wide twice) {
  CHECK(got.exact);
  CHECK(text_of(got) == text(twice));
  CHECK(got.real == Approx(static_cast<double>(static_cast<long double>(twice) / 2)));
}

void check_real(const conformance::Quantity& got, long double expected) {
  CHECK_FALSE(got.exact);
  CHECK(got.real == static_cast<double>(expected));
  if (expected == 0) CHECK_FALSE(std::signbit(got.real));
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

void check_bins(const Statistics& got, const std::vector<long double>& numbers) {
  const Histogram& histogram = got.histogram;
  REQUIRE(histogram.form == Histogram::Form::bins);
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
  std::uint64_t counts[10] = {};
  for (const long double number : numbers) {
    std::size_t bin = 0;
    while (bin < 9 && number >= histogram.edges[bin + 1]) ++bin;
    ++counts[bin];
  }
  for (std::size_t i = 0; i < 10; ++i) CHECK(histogram.counts[i] == counts[i]);
}

// Bins of integers are exact tenths of their span; for small integers they also match the printed edges.
void check_integer_bins(const Statistics& got, const std::vector<Wide>& sorted) {
  const Histogram& histogram = got.histogram;
  const Wide low = sorted.front();
  const Wide span = sorted.back() - low;
  REQUIRE(histogram.form == Histogram::Form::bins);
  std::uint64_t counts[10] = {};
  for (const Wide number : sorted)
    ++counts[std::min<std::size_t>(9, static_cast<std::size_t>((number - low) * 10 / span))];
  for (std::size_t i = 0; i < 10; ++i) CHECK(histogram.counts[i] == counts[i]);
  constexpr Wide small = Wide{1} << 40;
  if (low > -small && sorted.back() < small) check_bins(got, std::vector<long double>(sorted.begin(), sorted.end()));
}

void check_integers(DType dtype, const Words& words, const Statistics& got) {
  std::vector<Wide> sorted;
  for (const std::uint64_t word : words) sorted.push_back(integer_value(dtype, word));
  std::sort(sorted.begin(), sorted.end());
  CHECK(got.finite == sorted.size());
  CHECK(got.nan + got.inf + got.negative_inf == 0);
  if (sorted.empty()) return;
  check_exact(got.min, 2 * sorted.front());
  check_exact(got.max, 2 * sorted.back());
  check_exact(got.median, sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]);
  check_moments(got, std::vector<long double>(sorted.begin(), sorted.end()));

  const Wide span = sorted.back() - sorted.front();
  const Histogram& histogram = got.histogram;
  if (dtype != DType::boolean && span > 20) return check_integer_bins(got, sorted);
  const Wide first = dtype == DType::boolean ? Wide{0} : sorted.front();
  REQUIRE(histogram.form == Histogram::Form::values);
  CHECK(histogram.size == static_cast<std::size_t>(dtype == DType::boolean ? 2 : span + 1));
  CHECK(text_of(histogram.first) == text(2 * first));
  for (std::size_t i = 0; i < histogram.size; ++i) {
    CHECK(histogram.counts[i] == static_cast<std::uint64_t>(std::count(sorted.begin(), sorted.end(), first + i)));
    CHECK(text_of(plus(histogram.first, i)) == text(2 * (first + static_cast<Wide>(i))));
  }
}

void check_floats(DType dtype, const Words& words, const Statistics& got) {
  std::vector<long double> sorted;
  std::uint64_t nan = 0;
  std::uint64_t inf = 0;
  std::uint64_t negative_inf = 0;
  for (const std::uint64_t word : words) {
    const long double value = float_value(layout_of(dtype), word);
    if (std::isfinite(value)) {
      sorted.push_back(value);
    } else {
      ++(std::isnan(value) ? nan : value > 0 ? inf : negative_inf);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  CHECK(got.finite == sorted.size());
  CHECK(got.nan == nan);
  CHECK(got.inf == inf);
  CHECK(got.negative_inf == negative_inf);
  if (sorted.empty()) {
    CHECK(got.histogram.form == Histogram::Form::none);
    return;
  }
  check_real(got.min, sorted.front());
  check_real(got.max, sorted.back());
  const long double low = sorted[(sorted.size() - 1) / 2];
  const long double high = sorted[sorted.size() / 2];
  check_real(got.median, low == high ? low : (low + high) / 2);
  check_moments(got, sorted);
  if (sorted.front() != sorted.back()) return check_bins(got, sorted);
  CHECK(got.std == 0);
  CHECK(got.histogram.form == Histogram::Form::constant);
  CHECK(got.histogram.counts[0] == sorted.size());
}

void check(DType dtype, const Words& words) {
  const Memory memory(dtype, words);
  const Statistics got = conformance::statistics_of(dtype, memory.bytes());
  if (is_float(dtype)) {
    check_floats(dtype, words, got);
  } else {
    check_integers(dtype, words, got);
  }
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
    {"one high digit", [](DType, Random& random) { return 0x3f80000000000000 | random() >> 20; }},
    {"one digit of many", [](DType, Random& random) { return 0x3f803f803f800000 | random() % 65536; }},
};

}  // namespace

TEST_CASE("statistics of every type agree with sorting and long sums") {
  Random random(20251121);
  for (const DType dtype : all_types) {
    for (const Filling& filling : fillings) {
      // Around the block size of 1024.
      for (const std::size_t count : {0, 1, 2, 3, 8, 11, 1023, 1024, 1025, 9001}) {
        Words words(count);
        for (std::uint64_t& word : words) word = filling.word(dtype, random);
        CAPTURE(name_of(dtype), filling.name, count);
        check(dtype, words);
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
      check_integers(DType::boolean, words, conformance::statistics_of(bits));
      for (std::uint64_t i = 0; i < count; ++i) CHECK(bit_at(bits, i) == (words[i] != 0));
    }
  }
}

TEST_CASE("statistics of bytes are none") {
  CHECK(conformance::statistics_of(DType::bytes, std::as_bytes(std::span("abc"))).finite == 0);
}
