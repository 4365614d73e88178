// SPDX-License-Identifier: Apache-2.0
// ElementCount: every shape of up to five dimensions out of numbers at which products, halves and words end, and its
// size in bytes. The specification: 0 where a dimension is 0, else the product where 64 bits hold it.
#include <array>
#include <optional>
#include <span>

#include "conformance/testing/counted.hpp"
#include "hallmark/core/tensor.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

constexpr std::array<std::uint64_t, 18> numbers = {0,
                                                   1,
                                                   2,
                                                   3,
                                                   5,
                                                   0xff,
                                                   0x100,
                                                   641,
                                                   0xffff,
                                                   0x10000,
                                                   6700417,
                                                   0x7fffffff,
                                                   0xffffffff,
                                                   0x100000000,
                                                   0x100000001,
                                                   0x5555555555555555,
                                                   std::uint64_t{1} << 63,
                                                   UINT64_MAX};

// product gives nothing where 64 bits do not hold it.
std::optional<std::uint64_t> product(std::span<const std::uint64_t> factors) {
  for (const std::uint64_t factor : factors) {
    if (factor == 0) return 0;
  }
  std::uint64_t all = 1;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(all, factor, &all)) return {};
  }
  return all;
}

bool agrees(std::span<const std::uint64_t> shape) {
  ElementCount count;
  for (const std::uint64_t dimension : shape) count.dimension(dimension);
  const auto elements = product(shape);
  if (count.overflows() == elements.has_value()) return false;
  if (elements && count.elements() != *elements) return false;
  for (const std::uint64_t size : {0, 1, 2, 4, 8}) {
    const std::array<std::uint64_t, 2> factors = {elements.value_or(0), size};
    const auto bytes = elements ? product(factors) : std::nullopt;
    std::uint64_t found = 77;
    if (count.bytes(size, found) != bytes.has_value() || found != bytes.value_or(77)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("element count: every shape of numbers at which something ends") {
  Counted counted;
  std::array<std::uint64_t, 5> shape{};
  const auto extend = [&](const auto& self, std::size_t rank) -> void {
    counted.check(agrees(std::span(shape).first(rank)), [&] {
      std::string text;
      for (std::size_t i = 0; i < rank; ++i) text += std::to_string(shape[i]) + " ";
      return text;
    });
    if (rank == shape.size()) return;
    for (const std::uint64_t number : numbers) {
      shape[rank] = number;
      self(self, rank + 1);
    }
  };
  extend(extend, 0);
  constexpr std::uint64_t n = numbers.size();
  counted.close(1 + n + n * n + n * n * n + n * n * n * n + n * n * n * n * n);
}
