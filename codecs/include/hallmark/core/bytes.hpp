// Bytes and little-endian words. Loads and stores go byte by byte, so they work at any alignment and on any host.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace hallmark {

// Bytes is a read-only stretch of an input; the caller keeps the memory alive.
using Bytes = std::span<const std::byte>;

// as_bytes and as_text look at the same memory as the other: char may alias anything.
[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
  return std::as_bytes(std::span(text.data(), text.size()));
}
[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// load_le reads an integer of sizeof(T) bytes, least significant first. `from` must have that many bytes.
template <class T>
[[nodiscard]] inline T load_le(const std::byte* from) noexcept {
  static_assert(std::is_integral_v<T>);
  using U = std::make_unsigned_t<T>;
  U word;
  std::memcpy(&word, from, sizeof word);
  if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
    U swapped = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      swapped = static_cast<U>(static_cast<U>(swapped << 8) | static_cast<U>(word >> (8 * i) & 0xff));
    }
    word = swapped;
  }
  return static_cast<T>(word);
}

// store_le writes an integer of sizeof(T) bytes, least significant first.
template <class T>
inline void store_le(std::byte* to, T value) noexcept {
  static_assert(std::is_integral_v<T>);
  const auto word = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<std::byte>(word >> (8 * i) & 0xff);
}

}  // namespace hallmark
