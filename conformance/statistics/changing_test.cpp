// Numbers that change between the passes over them, as those of a mapped file may: any median, and an end.
#include "conformance/statistics/wide_statistics.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;

int loads = 0;
double before = 0;
double after = 0;
constexpr std::uint64_t elements = conformance::median_sample + 3000;

void load_changing(Bytes, std::uint64_t first, std::size_t count, double* to) noexcept {
  if (first == 0) ++loads;
  std::fill_n(to, count, loads == 1 ? before : after);
}

TEST_CASE("statistics of numbers that change between the passes have an end") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [first, second] : {std::pair{1.0, infinity}, {infinity, 1.0}, {1.0, -1e300}, {0.0, 5.0}}) {
    CAPTURE(first, second);
    loads = 0;
    before = first;
    after = second;
    const auto found = conformance::WideStatistics<double>({}, elements, load_changing).run();
    CHECK(found.median_of <= (std::isfinite(first) && std::isfinite(second) ? conformance::median_sample : 0));
  }
}

}  // namespace
