// Bytes for the scans. NUMBER is the size in bytes.
#include "benchmarks/harness/random.hpp"
#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {
namespace {

// Text of characters drawn from ranges of Unicode, `of_thousand` of them not ASCII; a character is not cut at the end.
File text(std::uint64_t size, unsigned of_thousand) {
  constexpr std::pair<std::uint32_t, std::uint32_t> ranges[] = {{0xc0, 0x24f},    {0x370, 0x5ff},   {0x900, 0xdff},
                                                                {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x1f300, 0x1f6ff}};
  std::string all;
  Random random;
  const auto continued = [&all](std::uint32_t code, unsigned shift) {
    all += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  while (all.size() < size) {
    const auto& [first, last] = ranges[random.below(std::size(ranges))];
    const std::uint64_t left = size - all.size();
    const auto code = static_cast<std::uint32_t>(first + random.below(last - first + 1));
    if (random.below(1000) >= of_thousand || left < 4) {
      all += static_cast<char>('a' + random.below(26));
    } else if (code < 0x800) {
      all += static_cast<char>(0xc0 | code >> 6);
      continued(code, 0);
    } else if (code < 0x10000) {
      all += static_cast<char>(0xe0 | code >> 12);
      continued(code, 6);
      continued(code, 0);
    } else {
      all += static_cast<char>(0xf0 | code >> 18);
      continued(code, 12);
      continued(code, 6);
      continued(code, 0);
    }
  }
  const Bytes bytes = as_bytes(all);
  return {bytes.begin(), bytes.end()};
}

File bools(std::uint64_t size) {
  File file(static_cast<std::size_t>(size));
  Random random;
  for (std::byte& byte : file) byte = static_cast<std::byte>(random.below(2));
  return file;
}

}  // namespace

std::vector<Kind> kinds() {
  return {{"core-text-ascii", made([](auto size) { return text(size, 0); })},
          {"core-text-mixed", made([](auto size) { return text(size, 100); })},
          {"core-text-foreign", made([](auto size) { return text(size, 1000); })},
          {"core-bools", made(bools)},
          {"core-zeros", made([](auto size) { return File(size); })}};
}

}  // namespace hallmark::benchmarks
