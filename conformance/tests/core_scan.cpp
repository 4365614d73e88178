// The bulk scans: one wrong byte at every place that differs for the code.
#include <algorithm>
#include <vector>

#include "codecs/core/scan.hpp"
#include "conformance/tests/catch.hpp"

namespace {

using hallmark::Bytes;
using hallmark::nowhere;

using Scan = std::uint64_t (*)(Bytes) noexcept;

// Positions around the borders of words (8), lines (64), rows (128) and blocks (16384), and a step through the rest.
std::vector<std::size_t> positions(std::size_t size) {
  std::vector<std::size_t> all;
  for (std::size_t at = 0; at < size; ++at) {
    const bool near = (at + 20) % 4096 < 40 || (size < 2000 && (at + 12) % 64 < 24);
    if (near || at + 20 > size || at % 97 == 0) all.push_back(at);
  }
  return all;
}

std::uint64_t wrong_answers(Scan scan, std::byte good, std::byte bad, std::size_t size, std::size_t shift) {
  std::vector<std::byte> memory(shift + size + 1, bad);  // a bad byte on either side must not be seen
  const auto data = std::span(memory).subspan(shift, size);
  std::fill(data.begin(), data.end(), good);
  std::uint64_t wrong = scan(data) != nowhere;
  for (const std::size_t at : positions(size)) {
    data[at] = bad;
    wrong += scan(data) != at;
    if (at + 1 < size) {  // the first of two
      data[size - 1] = bad;
      wrong += scan(data) != at;
      data[size - 1] = good;
    }
    data[at] = good;
  }
  return wrong;
}

}  // namespace

TEST_CASE("scan: the first wrong byte is found at every position, size and alignment around borders") {
  for (const std::size_t size : {0,   1,   2,   7,   8,    9,    63,   64,    65,    127,   128,   129,  136,
                                 255, 256, 257, 400, 1023, 1024, 1100, 16383, 16384, 16385, 16520, 33000}) {
    for (std::size_t shift = 0; shift < 8; ++shift) {
      CAPTURE(size, shift);
      CHECK(wrong_answers(hallmark::find_non_zero, std::byte{0}, std::byte{1}, size, shift) == 0);
      CHECK(wrong_answers(hallmark::find_non_bool, std::byte{1}, std::byte{2}, size, shift) == 0);
    }
  }
}

TEST_CASE("scan: every byte value is judged") {
  for (const std::size_t size : {1, 8, 128, 16384, 17000}) {
    for (unsigned value = 0; value < 256; ++value) {
      CAPTURE(size, value);
      std::vector<std::byte> data(size);
      data.back() = static_cast<std::byte>(value);
      CHECK(hallmark::find_non_zero(data) == (value == 0 ? nowhere : size - 1));
      CHECK(hallmark::find_non_bool(data) == (value <= 1 ? nowhere : size - 1));
    }
  }
}
