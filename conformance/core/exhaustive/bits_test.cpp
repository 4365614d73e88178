// Bit padding: every BSON vector of up to three bytes.
#include <array>

#include "conformance/core/exhaustive/counted.hpp"
#include "conformance/testing/fenced.hpp"
#include "hallmark/bson_vector.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

// The specification, for one byte of data at most.
bool is_valid(Bytes input) {
  if (input.size() < 2) return false;
  const auto dtype = std::to_integer<unsigned>(input[0]);
  const auto padding = std::to_integer<unsigned>(input[1]);
  if (dtype == 0x03) return padding == 0;
  if (dtype == 0x27) return padding == 0 && input.size() == 2;
  if (dtype != 0x10 || padding > 7) return false;
  return input.size() == 2 ? padding == 0 : std::to_integer<unsigned>(input[2]) % (1U << padding) == 0;
}

}  // namespace

TEST_CASE("exhaustive: every BSON vector of up to three bytes") {
  Counted counted;
  const Fenced memory(3);
  std::uint64_t valid = 0;
  for (std::size_t size = 0; size <= 3; ++size) {
    const auto input = memory.high().last(size);
    for (std::uint32_t number = 0; number < std::uint32_t{1} << (8 * size); ++number) {
      for (std::size_t i = 0; i < size; ++i) input[i] = static_cast<std::byte>(number >> (8 * i) & 0xff);
      Scratch none;
      const bool accepted = static_cast<bool>(bson_vector::decode(input, none));
      valid += accepted ? 1 : 0;
      counted.check(accepted == is_valid(input), [&] { return std::to_string(number); });
    }
  }
  counted.close(1 + 0x100 + 0x10000 + 0x1000000);
  // Of two bytes the three types; of three any int8, and of bits those whose low `padding` bits are 0.
  CHECK(valid == 3 + 256 + (256 + 128 + 64 + 32 + 16 + 8 + 4 + 2));
}
