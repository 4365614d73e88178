// Numbers that change between the passes over them, as those of a mapped file may: any median, but nothing outside the
// tables, and an end.
#include <algorithm>
#include <vector>

#include "conformance/statistics/radix_median.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using hallmark::conformance::radix;
using hallmark::conformance::RadixMedian;

constexpr std::uint64_t untouched = 0x5a5a5a5a5a5a5a5a;
constexpr std::size_t guards = 2 * radix;

// The passes over `first` and then over others, as many as it takes.
template <class T>
void find_median(const std::vector<T>& first, const std::vector<T>& later) {
  std::vector<std::uint64_t> tables(2 * radix + guards, untouched);
  RadixMedian<T> median(tables.data(), tables.data() + radix);
  median.count_first(first.data(), first.size());
  const std::uint64_t low = (first.size() - 1) / 2;
  const std::uint64_t high = first.size() / 2;
  median.descend(low, high);
  for (int passes = 0; !median.done(); ++passes) {
    REQUIRE(passes < 4);
    median.see_next(later.data(), later.size());
    median.descend(low, high);
  }
  CHECK(std::count(tables.end() - guards, tables.end(), untouched) == guards);
}

template <class T>
void check_all() {
  const std::vector<T> few(1000, T{1});
  const std::vector<T> many(10 * radix, T{1});
  find_median<T>(few, many);  // more than could be meant after the first pass
  find_median<T>(few, {});    // none
  find_median<T>(many, {});
  find_median<T>(many, few);
  find_median<T>({T{1}, T{2}}, {T{1}});  // one of the two in the middle
}

TEST_CASE("a median of numbers that change between the passes stays inside its tables") {
  check_all<float>();
  check_all<double>();
  check_all<std::int32_t>();
  check_all<std::uint64_t>();
}

}  // namespace
