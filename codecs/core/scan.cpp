// SPDX-License-Identifier: Apache-2.0
#include "core/scan.hpp"

#include <algorithm>

#include "core/lanes.hpp"
#include "core/words.hpp"

namespace hallmark {
namespace {

// Big enough that one test a block costs nothing, small enough to stay in the first cache for the second look.
constexpr std::size_t block_rows = 256;
constexpr std::size_t line = 64;
constexpr std::size_t long_stretch = 1024;

// The block holds an offender: which byte is it?
template <std::uint8_t forbidden>
[[gnu::cold, gnu::noinline]] std::uint64_t find_byte(Bytes data, std::size_t from) noexcept {
  for (std::size_t i = from; i < data.size(); ++i) {
    if ((std::to_integer<unsigned>(data[i]) & forbidden) != 0) return i;
  }
  return nowhere;
}

// All bytes of a short stretch in one word.
std::uint64_t any_of_few(const std::byte* at, std::size_t size) noexcept {
  std::uint64_t any = 0;
  for (; size >= word_size; size -= word_size, at += word_size) any |= load_le<std::uint64_t>(at);
  for (; size > 0; --size, ++at) any |= std::to_integer<std::uint64_t>(*at);
  return any;
}

// The first byte that has one of the `forbidden` bits. Long stretches are taken from where a line of the cache begins:
// loads that cross lines cost a quarter of the speed.
template <std::uint8_t forbidden>
std::uint64_t find_bits(Bytes data) noexcept {
  constexpr std::uint64_t forbidden_bits = repeated(forbidden);
  std::size_t at = 0;
  if (data.size() >= long_stretch) {
    at = (line - reinterpret_cast<std::uintptr_t>(data.data()) % line) % line;
    if ((any_of_few(data.data(), at) & forbidden_bits) != 0) [[unlikely]]
      return find_byte<forbidden>(data, 0);
  }
  while (data.size() - at >= row_size) {
    const std::size_t rows = std::min((data.size() - at) / row_size, block_rows);
    if ((or_of_rows(data.data() + at, rows) & forbidden_bits) != 0) [[unlikely]]
      return find_byte<forbidden>(data, at);
    at += rows * row_size;
  }
  if ((any_of_few(data.data() + at, data.size() - at) & forbidden_bits) != 0) [[unlikely]]
    return find_byte<forbidden>(data, at);
  return nowhere;
}

}  // namespace

std::uint64_t find_non_bool(Bytes data) noexcept { return find_bits<0xfe>(data); }

std::uint64_t find_non_zero(Bytes data) noexcept { return find_bits<0xff>(data); }

}  // namespace hallmark
