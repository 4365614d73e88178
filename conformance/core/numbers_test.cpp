// ElementCount, and words at any alignment.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/core/violation.hpp"

namespace {

using hallmark::ElementCount;

ElementCount count_of(const std::vector<std::uint64_t>& dimensions) {
  ElementCount count;
  for (const std::uint64_t dimension : dimensions) count.dimension(dimension);
  return count;
}

constexpr std::uint64_t most = UINT64_MAX;
constexpr std::uint64_t half = std::uint64_t{1} << 32;

}  // namespace

TEST_CASE("element count: products, and the overflow of products") {
  struct Row {
    std::vector<std::uint64_t> dimensions;
    bool overflows;
    std::uint64_t elements;
  };
  const Row rows[] = {
      {{}, false, 1},
      {{0}, false, 0},
      {{1}, false, 1},
      {{2, 3, 4}, false, 24},
      {{most}, false, most},
      {{most, 1, 1}, false, most},
      {{half, half - 1}, false, half * (half - 1)},
      {{half, half}, true, 0},
      {{most, 2}, true, 0},
      {{3, 0x5555555555555555}, false, most},
      {{3, 0x5555555555555556}, true, 0},
      {{half, half, 1}, true, 0},
      {{half, half, half, half}, true, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.dimensions);
    const ElementCount count = count_of(row.dimensions);
    CHECK(count.overflows() == row.overflows);
    if (!row.overflows) CHECK(count.elements() == row.elements);
  }
}

TEST_CASE("element count: a zero anywhere makes the tensor empty, whatever the others are and in any order") {
  std::vector<std::uint64_t> dimensions = {0, 2, half, most};
  do {
    CAPTURE(dimensions);
    const ElementCount count = count_of(dimensions);
    CHECK_FALSE(count.overflows());
    CHECK(count.elements() == 0);
    std::uint64_t bytes = 1;
    CHECK(count.bytes(most, bytes));
    CHECK(bytes == 0);
  } while (std::next_permutation(dimensions.begin(), dimensions.end()));
}

TEST_CASE("element count: the size in bytes is checked too") {
  struct Row {
    std::vector<std::uint64_t> dimensions;
    std::uint64_t element_size;
    bool fits;
    std::uint64_t bytes;
  };
  const Row rows[] = {
      {{10}, 4, true, 40},
      {{10}, 0, true, 0},
      {{most}, 1, true, most},
      {{most}, 2, false, 0},
      {{most / 8}, 8, true, most - 7},
      {{most / 8 + 1}, 8, false, 0},
      {{half, half}, 1, false, 0},
      {{half, half}, 0, false, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.dimensions, row.element_size);
    std::uint64_t bytes = 77;
    CHECK(count_of(row.dimensions).bytes(row.element_size, bytes) == row.fits);
    CHECK(bytes == (row.fits ? row.bytes : 77));  // untouched when it does not fit
  }
}

TEST_CASE("words: loads and stores are little-endian at every alignment") {
  std::array<std::byte, 24> memory{};
  for (std::size_t at = 0; at < 8; ++at) {
    hallmark::store_le<std::uint64_t>(memory.data() + at, 0x0807060504030201);
    for (std::size_t i = 0; i < 8; ++i) CHECK(std::to_integer<std::size_t>(memory[at + i]) == i + 1);
    CHECK(hallmark::load_le<std::uint64_t>(memory.data() + at) == 0x0807060504030201);
    CHECK(hallmark::load_le<std::uint32_t>(memory.data() + at) == 0x04030201);
    CHECK(hallmark::load_le<std::uint16_t>(memory.data() + at) == 0x0201);
    hallmark::store_le<std::int32_t>(memory.data() + at, -2);
    CHECK(hallmark::load_le<std::int32_t>(memory.data() + at) == -2);
    CHECK(hallmark::load_le<std::uint8_t>(memory.data() + at) == 0xfe);
  }
}

TEST_CASE("elements: floats keep their bits at any alignment") {
  std::array<std::byte, 13> memory{};
  hallmark::store_le<std::uint32_t>(memory.data() + 5, 0x7fa00001);  // a signalling NaN
  const auto value = hallmark::element<float>(hallmark::Bytes(memory).subspan(1), 1);
  CHECK(std::bit_cast<std::uint32_t>(value) == 0x7fa00001);
  hallmark::store_le<std::uint64_t>(memory.data() + 5, 0x8000000000000000);  // -0.0
  CHECK(std::bit_cast<std::uint64_t>(hallmark::element<double>(hallmark::Bytes(memory).subspan(5), 0)) ==
        0x8000000000000000);
}

TEST_CASE("numbers: the magnitude of the least integer is exact") {
  const hallmark::Number least(std::numeric_limits<std::int64_t>::min());
  CHECK(least.present);
  CHECK(least.negative);
  CHECK(least.magnitude == std::uint64_t{1} << 63);
  const hallmark::Number greatest(most);
  CHECK_FALSE(greatest.negative);
  CHECK(greatest.magnitude == most);
  CHECK(hallmark::Number(-1).magnitude == 1);
  CHECK_FALSE(hallmark::Number().present);
}

TEST_CASE("dtypes: names and numbers go both ways") {
  for (int i = 0; i <= static_cast<int>(hallmark::DType::bytes); ++i) {
    const auto dtype = static_cast<hallmark::DType>(i);
    CAPTURE(i);
    CHECK_FALSE(hallmark::name_of(dtype).empty());
    CHECK(hallmark::dtype_named(hallmark::name_of(dtype)) == dtype);
  }
  CHECK_FALSE(hallmark::dtype_named("f128").has_value());
  CHECK_FALSE(hallmark::dtype_named("").has_value());
}
