// SPDX-License-Identifier: Apache-2.0
// The scans for BOOL and for zeros: every value at every place of every size up to 300 bytes, at every place of a word;
// and around the blocks, at every place of sizes next to one and two of them.
#include "codecs/core/scan.hpp"

#include "conformance/testing/counted.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

// The specification of both: the first byte above the greatest that is allowed.
bool agrees(Bytes data, std::uint64_t at, unsigned value) {
  return find_non_bool(data) == (value > 1 ? at : nowhere) && find_non_zero(data) == (value > 0 ? at : nowhere);
}

}  // namespace

TEST_CASE("exhaustive: every value at every place of up to 300 bytes") {
  constexpr std::size_t longest = 300;
  Counted counted;
  const Fenced memory(longest);
  std::uint64_t cases = 0;
  for (std::size_t size = 1; size <= longest; ++size) {
    // The bytes end at an inaccessible page or begin at one, and so lie at every place of a word.
    const auto data = size % 2 == 0 ? memory.high().last(size) : memory.low().first(size);
    for (std::size_t at = 0; at < size; ++at) {
      for (unsigned value = 0; value < 256; ++value) {
        data[at] = static_cast<std::byte>(value);
        counted.check(agrees(data, at, value), [&] { return std::to_string(at) + " of " + std::to_string(size); });
      }
      data[at] = std::byte{0};
      cases += 256;
    }
  }
  counted.close(cases);
}

TEST_CASE("exhaustive: every place of one and of two blocks") {
  Counted counted;
  std::uint64_t cases = 0;
  for (const std::size_t size : {4095, 4096, 4097, 8192, 16383, 16384, 16385, 32769}) {
    const Fenced memory(size + 8);
    for (const std::size_t shift : {0, 3}) {
      const auto data = memory.high().subspan(8 - shift, size);
      for (std::size_t at = 0; at < size; ++at) {
        for (const unsigned value : {1, 2, 0x80}) {
          data[at] = static_cast<std::byte>(value);
          counted.check(agrees(data, at, value), [&] { return std::to_string(at) + " of " + std::to_string(size); });
        }
        data[at] = std::byte{0};
        cases += 3;
      }
    }
  }
  counted.close(cases);
}
