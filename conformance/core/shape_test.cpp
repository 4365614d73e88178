// SPDX-License-Identifier: Apache-2.0
// Shape: rows of u64, and dimensions that a function reads.
#include <algorithm>
#include <iterator>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "hallmark/core/tensor.hpp"

namespace {

using namespace hallmark;

static_assert(std::forward_iterator<Shape::Iterator>);
static_assert(sizeof(TensorView) == 64);  // what tables of them cost

// A dimension as decimal digits and a full stop.
const std::byte* next_decimal(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept {
  dimension = 0;
  for (; at != end && *at != std::byte{'.'}; ++at) {
    dimension = 10 * dimension + static_cast<std::uint64_t>(std::to_integer<unsigned>(*at) - '0');
  }
  return at == end ? end : at + 1;
}

void check(const Shape& shape, const std::vector<std::uint64_t>& expected) {
  CHECK(shape.rank() == expected.size());
  CHECK(std::ranges::equal(shape, expected));
  std::vector<std::uint64_t> seen;
  shape.each([&seen](std::uint64_t dimension) { seen.push_back(dimension); });
  CHECK(seen == expected);
  for (std::size_t axis = 0; axis < expected.size(); ++axis) CHECK(shape[axis] == expected[axis]);
  CHECK(count_of(shape).elements() == 7U * 65536 * 3);
}

}  // namespace

TEST_CASE("shape: a row and what a function reads have the same dimensions, by loop and by axis") {
  const std::vector<std::uint64_t> sizes = {7, 65536, 1, 3};
  std::vector<std::byte> row(1 + sizes.size() * sizeof(std::uint64_t));
  for (std::size_t i = 0; i < sizes.size(); ++i) store_le(row.data() + 1 + i * sizeof(std::uint64_t), sizes[i]);
  check(Shape(Bytes(row).subspan(1)), sizes);
  check(Shape(as_bytes("7.65536.1.3."), 4, next_decimal), sizes);
  CHECK(Shape().rank() == 0);
  CHECK(Shape().begin() == Shape().end());
  CHECK(count_of(Shape()).elements() == 1);
}

TEST_CASE("shape: dimensions that a change of the input took away are read as what is left") {
  const Shape shape(as_bytes("7.6"), 4, next_decimal);
  CHECK(std::ranges::equal(shape, std::vector<std::uint64_t>{7, 6, 0, 0}));
}
