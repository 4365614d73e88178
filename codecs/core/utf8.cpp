#include "core/utf8.hpp"

#include <bit>

namespace hallmark {
namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080;
constexpr std::size_t stride = sizeof(std::uint64_t);
constexpr std::size_t block = 256;

std::uint64_t high_bits_at(const std::byte* at) noexcept { return load_le<std::uint64_t>(at) & high_bits; }

// A known trip count over single bytes is what all our compilers vectorise at -O2.
bool ascii_block(const std::byte* at) noexcept {
  std::byte all{0};
  for (std::size_t i = 0; i < block; ++i) all |= at[i];
  return std::to_integer<unsigned>(all) < 0x80;
}

// Fewer than 8 bytes: two loads that overlap instead of a loop.
bool ascii_short(const std::byte* at, std::size_t size) noexcept {
  if (size >= 4) return ((load_le<std::uint32_t>(at) | load_le<std::uint32_t>(at + size - 4)) & 0x80808080U) == 0;
  unsigned all = 0;
  for (std::size_t i = 0; i < size; ++i) all |= std::to_integer<unsigned>(at[i]);
  return all < 0x80;
}

bool within(std::byte value, unsigned low, unsigned high) noexcept {
  const auto number = std::to_integer<unsigned>(value);
  return low <= number && number <= high;
}

bool continues(std::byte value) noexcept { return within(value, 0x80, 0xbf); }

// The length of the sequence of 2 to 4 bytes that starts here, or 0. Only the second byte's range depends on the first:
// it is what keeps out overlong forms (E0, F0), surrogates (ED) and numbers above U+10FFFF (F4).
std::size_t sequence(const std::byte* at, std::size_t left) noexcept {
  const auto lead = std::to_integer<unsigned>(at[0]);
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return left >= 2 && continues(at[1]) ? 2 : 0;
  if (lead < 0xf0) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : 0xbf;
    return left >= 3 && within(at[1], low, high) && continues(at[2]) ? 3 : 0;
  }
  const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
  return left >= 4 && within(at[1], low, high) && continues(at[2]) && continues(at[3]) ? 4 : 0;
}

// Text that is not all ASCII, from a byte that starts a sequence.
[[gnu::noinline]] std::uint64_t find_in_mixed(const std::byte* text, std::size_t size, std::size_t at) noexcept {
  while (at < size) {
    if (size - at >= stride) {
      const std::uint64_t high = high_bits_at(text + at);
      at += static_cast<std::size_t>(std::countr_zero(high)) / 8;  // all 64 bits zero: the whole word
      if (high == 0) continue;
    } else if (std::to_integer<unsigned>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    do {  // sequences of several bytes mostly come in runs
      const std::size_t length = sequence(text + at, size - at);
      if (length == 0) return at;
      at += length;
    } while (at < size && std::to_integer<unsigned>(text[at]) >= 0x80);
  }
  return nowhere;
}

}  // namespace

std::uint64_t find_invalid_utf8(Bytes text) noexcept {
  const std::byte* const data = text.data();
  const std::size_t size = text.size();
  if (size < stride) return ascii_short(data, size) ? nowhere : find_in_mixed(data, size, 0);
  std::size_t at = 0;
  while (size - at >= block && ascii_block(data + at)) at += block;
  for (; size - at >= stride; at += stride) {
    if (high_bits_at(data + at) != 0) return find_in_mixed(data, size, at);
  }
  // The last word overlaps the one before.
  return high_bits_at(data + size - stride) == 0 ? nowhere : find_in_mixed(data, size, at);
}

}  // namespace hallmark
