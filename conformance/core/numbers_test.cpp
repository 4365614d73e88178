// SPDX-License-Identifier: Apache-2.0
// Words and elements at any alignment, numbers of rules, names of element types.
#include <array>
#include <limits>

#include "conformance/testing/catch.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/core/violation.hpp"

namespace {

constexpr std::uint64_t most = UINT64_MAX;

}  // namespace

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
  for (std::size_t i = 0; i < std::size(hallmark::dtype_blocks); ++i) {
    const auto dtype = static_cast<hallmark::DType>(i);
    CAPTURE(i);
    CHECK_FALSE(hallmark::name_of(dtype).empty());
    CHECK(hallmark::dtype_named(hallmark::name_of(dtype)) == dtype);
  }
  CHECK_FALSE(hallmark::dtype_named("f128").has_value());
  CHECK_FALSE(hallmark::dtype_named("").has_value());
}

TEST_CASE("sizes: bits fill whole bytes, or it is said why not") {
  using hallmark::DataSize;
  using hallmark::DType;
  CHECK(hallmark::bits_of(DType::f4) == 4);
  CHECK(hallmark::bits_of(DType::f6_e2m3) == 6);
  CHECK(hallmark::size_of(DType::f6_e3m2) == 0);
  CHECK(hallmark::size_of(DType::f8_e8m0) == 1);
  CHECK(hallmark::size_of(DType::c64) == 8);
  CHECK(hallmark::size_of(DType::c128) == 16);
  CHECK(hallmark::bits_of(DType::q8_0) == 0);
  CHECK(hallmark::size_of(DType::q8_k) == 0);
  struct Row {
    DType dtype;
    std::uint64_t elements;
    DataSize expected;
    std::uint64_t bytes;
  };
  const Row rows[] = {
      {DType::f4, 6, DataSize::whole, 3},
      {DType::f4, 7, DataSize::partial, 0},
      {DType::f6_e2m3, 4, DataSize::whole, 3},
      {DType::f6_e3m2, 5, DataSize::partial, 0},
      {DType::f4, most / 4 - 1, DataSize::whole, most / 8},
      {DType::f4, most / 4 + 1, DataSize::overflow, 0},
      {DType::c64, most / 8, DataSize::whole, most - 7},
      {DType::c64, most / 8 + 1, DataSize::overflow, 0},
      {DType::c128, most / 16, DataSize::whole, most - 15},
      {DType::c128, most / 16 + 1, DataSize::overflow, 0},
      {DType::u8, most, DataSize::whole, most},
      {DType::f6_e2m3, 0, DataSize::whole, 0},
      {DType::q8_0, 64, DataSize::whole, 68},
      {DType::q4_k, 512, DataSize::whole, 288},
      {DType::iq1_m, 256, DataSize::whole, 56},
      {DType::q2_0, 0, DataSize::whole, 0},
      {DType::nvfp4, 65, DataSize::partial, 0},
      {DType::q4_0, most - 31, DataSize::whole, (most / 32) * 18},
      {DType::q8_0, most / 34 * 32, DataSize::whole, most / 34 * 34},
      {DType::q8_0, most / 34 * 32 + 32, DataSize::overflow, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(hallmark::name_of(row.dtype), row.elements);
    hallmark::ElementCount count;
    count.dimension(row.elements);
    std::uint64_t bytes = 0;
    CHECK(count.data(row.dtype, bytes) == row.expected);
    CHECK(bytes == row.bytes);
  }
}
