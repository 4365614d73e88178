// SPDX-License-Identifier: Apache-2.0
// Scans, and bytes for them. The number is the size in bytes.
#include <boost/locale/utf.hpp>
#include <iterator>

#include "benchmarks/harness/random.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "codecs/core/scan.hpp"

namespace hallmark::benchmarks {
namespace {

// Text of characters drawn from ranges of Unicode, `of_thousand` of them not ASCII; a character is not cut at the end.
File text(std::uint64_t size, unsigned of_thousand) {
  constexpr std::pair<std::uint32_t, std::uint32_t> ranges[] = {{0xc0, 0x24f},    {0x370, 0x5ff},   {0x900, 0xdff},
                                                                {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x1f300, 0x1f6ff}};
  std::string all;
  Random random;
  while (all.size() < size) {
    const auto& [first, last] = ranges[random.below(std::size(ranges))];
    const std::uint64_t left = size - all.size();
    const auto code = static_cast<std::uint32_t>(first + random.below(last - first + 1));
    if (random.below(1000) >= of_thousand || left < 4) {
      all += static_cast<char>('a' + random.below(26));
    } else {
      boost::locale::utf::utf_traits<char>::encode(code, std::back_inserter(all));
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

template <std::uint64_t (*Find)(Bytes) noexcept>
PeerWork scan(const std::string& path) {
  return scanned(path, [](Bytes input) { return Find(input) == nowhere; });
}

}  // namespace

void add_core(Families& all) {
  all.works.insert({{"utf8", scan<find_invalid_utf8>}, {"bool", scan<find_non_bool>}, {"zero", scan<find_non_zero>}});
  all.inputs.insert({{"core-text-ascii", made([](auto size) { return text(size, 0); })},
                     {"core-text-mixed", made([](auto size) { return text(size, 100); })},
                     {"core-text-foreign", made([](auto size) { return text(size, 1000); })},
                     {"core-bools", made(bools)},
                     {"core-zeros", made([](auto size) { return File(size); })}});
}

}  // namespace hallmark::benchmarks
