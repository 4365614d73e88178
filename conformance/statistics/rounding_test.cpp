// Statistics do not depend on the rounding mode of the host.
#include "conformance/testing/rounding.hpp"

#include <bit>
#include <random>
#include <vector>

#include "conformance/statistics/statistics.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;

void add(const conformance::Quantity& quantity, std::vector<std::uint64_t>& words) {
  words.insert(words.end(), {std::bit_cast<std::uint64_t>(quantity.real), quantity.whole, quantity.half ? 1U : 0U});
}

std::vector<std::uint64_t> words_of(const conformance::Statistics& statistics) {
  std::vector<std::uint64_t> words = {statistics.finite, std::bit_cast<std::uint64_t>(statistics.mean),
                                      std::bit_cast<std::uint64_t>(statistics.std)};
  for (const conformance::Quantity* quantity : {&statistics.min, &statistics.max, &statistics.median})
    add(*quantity, words);
  words.insert(words.end(), std::begin(statistics.histogram.counts), std::end(statistics.histogram.counts));
  for (const double edge : statistics.histogram.edges) words.push_back(std::bit_cast<std::uint64_t>(edge));
  return words;
}

}  // namespace

TEST_CASE("statistics are the same under every rounding mode of the host") {
  std::mt19937_64 random(20260401);
  for (const DType dtype :
       {DType::i8, DType::u16, DType::f16, DType::bf16, DType::i32, DType::f32, DType::i64, DType::u64, DType::f64}) {
    for (const std::size_t elements : {7U, 1000U, 9001U}) {
      CAPTURE(name_of(dtype), elements);
      std::vector<std::byte> data(elements * size_of(dtype));
      for (std::byte& byte : data) byte = static_cast<std::byte>(random());
      CHECK(testing::differences([&] { return words_of(conformance::statistics_of(dtype, data)); }) == "");
    }
  }
  const std::byte bits[] = {std::byte{0x5b}, std::byte{0x11}};
  CHECK(testing::differences([&] { return words_of(conformance::statistics_of({"", 11, bits, false})); }) ==
        "");
}
