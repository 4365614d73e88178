#include "core/utf8.hpp"

#include "core/words.hpp"

namespace hallmark {
namespace {

constexpr std::size_t block = 256;

bool ascii_word(const std::byte* at) noexcept { return is_ascii(load_le<std::uint64_t>(at)); }

// A known trip count over single bytes is what all our compilers vectorise at -O2.
bool ascii_block(const std::byte* at) noexcept {
  std::byte all{0};
  for (std::size_t i = 0; i < block; ++i) all |= at[i];
  return std::to_integer<unsigned>(all) < 0x80;
}

// Fewer than 8 bytes.
bool ascii_short(const std::byte* at, std::size_t size) noexcept {
  if (size >= word_size / 2) return is_ascii(load_halves(at, size));
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
    if (size - at >= word_size) {
      const std::uint64_t not_ascii = load_le<std::uint64_t>(text + at) & high_bits;
      at += first_marked(not_ascii);  // the whole word where all are ASCII
      if (not_ascii == 0) continue;
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
  if (size < word_size) return ascii_short(data, size) ? nowhere : find_in_mixed(data, size, 0);
  std::size_t at = 0;
  while (size - at >= block && ascii_block(data + at)) at += block;
  for (; size - at >= word_size; at += word_size) {
    if (!ascii_word(data + at)) return find_in_mixed(data, size, at);
  }
  // The last word overlaps the one before.
  return ascii_word(data + size - word_size) ? nowhere : find_in_mixed(data, size, at);
}

}  // namespace hallmark
