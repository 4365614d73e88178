// Builds fields of binary files by hand, for inputs that an encoder would reject.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace hallmark::program_testing {

// word returns a little-endian integer.
template <std::unsigned_integral Word>
[[nodiscard]] std::string word(Word value) {
  std::string out;
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

// varint returns the shortest BinTensors varint.
[[nodiscard]] inline std::string varint(std::uint64_t value) {
  if (value <= 250) return word(static_cast<std::uint8_t>(value));
  if (value <= UINT16_MAX) return '\xfb' + word(static_cast<std::uint16_t>(value));
  if (value <= UINT32_MAX) return '\xfc' + word(static_cast<std::uint32_t>(value));
  return '\xfd' + word(value);
}

// padded appends zeros up to a multiple of 8.
[[nodiscard]] inline std::string padded(std::string bytes, char with = '\0') {
  bytes.append((8 - bytes.size() % 8) % 8, with);
  return bytes;
}

}  // namespace hallmark::program_testing
