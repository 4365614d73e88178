// SPDX-License-Identifier: Apache-2.0
// Varints: 0 to 250 are themselves, 251, 252 and 253 announce a u16, u32 or u64. bintensors#varint-encoding.
#pragma once

#include "core/reader.hpp"
#include "hallmark/bintensors/rules.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::bintensors {

inline constexpr std::uint8_t largest_byte = 250;
inline constexpr std::uint8_t mark_u16 = 251;
inline constexpr std::uint8_t mark_u32 = 252;
inline constexpr std::uint8_t mark_u64 = 253;

// shortest_varint gives the bytes that a value needs.
[[nodiscard]] constexpr std::uint64_t shortest_varint(std::uint64_t value) noexcept {
  if (value <= largest_byte) return 1;
  if (value <= UINT16_MAX) return 3;
  return value <= UINT32_MAX ? 5 : 9;
}

// Varint is a number that remembers where it stood and in how many bytes.
struct Varint {
  std::uint64_t value = 0;
  std::uint64_t at = 0;
  std::uint64_t size = 1;
  const char* name = "";

  operator std::uint64_t() const noexcept { return value; }  // NOLINT(google-explicit-constructor): like its value
};

// The widest that a field may be.
enum class Width : std::uint8_t { u32, u64 };

[[gnu::always_inline]] inline bool require(Reader& in, bool condition, const Rule& rule, const Varint& field,
                                           Number expected = {}) noexcept {
  return in.require(condition, rule, field.at, field.size, field.name, field.value, expected);
}

// read_varint reads a number. One that is not judged may take any form and any mark: its bytes were judged before, or
// only their layout is asked for. Which form comes next can be foreseen: one byte, or that of the offset before. The
// result is put together in one place: one that is made in several g++ 12 keeps in memory.
template <bool judged = true, Width width = Width::u64>
[[nodiscard, gnu::always_inline]] inline Varint read_varint(Reader& in, const char* name) noexcept {
  auto first = in.u8(name);
  std::uint64_t value = first;
  std::uint64_t size = 1;
  if (first > largest_byte) [[unlikely]] {
    std::uint64_t least = 0;  // of this form
    if (first == mark_u32) [[likely]] {
      value = in.u32le(name);
      least = UINT16_MAX + 1;
    } else if (first == mark_u16) {
      value = in.u16le(name);
      least = largest_byte + 1;
    } else if (first == mark_u64 && (width == Width::u64 || !judged)) {
      value = in.u64le(name);
      least = std::uint64_t{UINT32_MAX} + 1;
    } else {
      if constexpr (judged) {
        in.require(false, first == mark_u64 ? rule<"bintensors/varint-mark-dtype"> : rule<"bintensors/varint-mark">,
                   first);
      }
      value = 0;
    }
    size = in.offset() - first.at;  // of one that changed since it was judged, no more than there is
    if (judged && value < least) [[unlikely]] {
      in.require(false, rule<"bintensors/varint-not-minimal">, first.at, size, name, value, shortest_varint(value));
    }
  }
  return {value, first.at, size, name};
}

// write_varint writes a number in one, three, five or nine bytes, which must hold it.
inline void write_varint(Writer& to, std::uint64_t value, std::uint64_t size) noexcept {
  if (size == 1) return to.u8(static_cast<std::uint8_t>(value));
  to.u8(size == 3 ? mark_u16 : size == 5 ? mark_u32 : mark_u64);
  if (size == 9) return to.u64le(value);
  if (size == 5) return to.u32le(static_cast<std::uint32_t>(value));
  to.integer(static_cast<std::uint16_t>(value));
}

}  // namespace hallmark::bintensors
