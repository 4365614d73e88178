#include "codecs/core/scan.hpp"

namespace hallmark {
namespace {

// Big enough that one test a block costs nothing, small enough to stay in the first cache for the second look.
constexpr std::size_t block = 4096;
constexpr std::size_t word = sizeof(std::uint64_t);

constexpr std::uint64_t repeated(std::uint8_t byte) noexcept { return 0x0101010101010101 * std::uint64_t{byte}; }

// The block holds an offender: which byte is it?
template <std::uint8_t forbidden>
[[gnu::cold, gnu::noinline]] std::uint64_t find_byte(Bytes data, std::size_t from) noexcept {
  for (std::size_t i = from; i < data.size(); ++i) {
    if ((std::to_integer<unsigned>(data[i]) & forbidden) != 0) return i;
  }
  return nowhere;
}

// The first byte that has one of the `forbidden` bits. A loop with an early return for each byte would run at an eighth
// of the speed; one of known trip count over single bytes is vectorised by all our compilers at -O2 (over words, g++ 12
// stays scalar).
template <std::uint8_t forbidden>
std::uint64_t find_bits(Bytes data) noexcept {
  std::size_t at = 0;
  for (; data.size() - at >= block; at += block) {
    std::byte all{0};
    for (std::size_t i = 0; i < block; ++i) all |= data[at + i];
    if ((std::to_integer<unsigned>(all) & forbidden) != 0) [[unlikely]]
      return find_byte<forbidden>(data, at);
  }
  const std::size_t last = at;
  std::uint64_t all = 0;
  for (; data.size() - at >= word; at += word) all |= load_le<std::uint64_t>(data.data() + at);
  for (; at < data.size(); ++at) all |= std::to_integer<std::uint64_t>(data[at]);
  if ((all & repeated(forbidden)) != 0) [[unlikely]]
    return find_byte<forbidden>(data, last);
  return nowhere;
}

}  // namespace

std::uint64_t find_non_bool(Bytes data) noexcept { return find_bits<0xfe>(data); }

std::uint64_t find_non_zero(Bytes data) noexcept { return find_bits<0xff>(data); }

}  // namespace hallmark
