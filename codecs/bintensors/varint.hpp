// Varints: 0 to 250 are themselves, 251, 252 and 253 announce a u16, u32 or u64. bintensors#varint-encoding.
#pragma once

#include "codecs/bintensors/rules.hpp"
#include "codecs/core/reader.hpp"
#include "codecs/core/writer.hpp"

namespace hallmark::bintensors {

inline constexpr std::uint8_t largest_byte = 250;
inline constexpr std::uint8_t mark_u16 = 251;
inline constexpr std::uint8_t mark_u32 = 252;
inline constexpr std::uint8_t mark_u64 = 253;

// varint_size gives the bytes that a first byte announces, itself included.
[[nodiscard]] constexpr std::uint64_t varint_size(std::uint8_t first) noexcept {
  switch (first) {
    case mark_u16: return 3;
    case mark_u32: return 5;
    case mark_u64: return 9;
    default: return 1;
  }
}

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

  operator std::uint64_t() const noexcept {
    return value;
  }  // NOLINT(google-explicit-constructor): it reads like its value
};

// The widest that a field may be.
enum class Width : std::uint8_t { u32, u64 };

[[gnu::always_inline]] inline bool require(Reader& in, bool condition, const Rule& rule, const Varint& field,
                                           Number expected = {}) noexcept {
  return in.require(condition, rule, field.at, field.size, field.name, field.value, expected);
}

// read_varint reads a number; one byte is nearly always all there is.
template <Width width = Width::u64>
[[nodiscard, gnu::always_inline]] inline Varint read_varint(Reader& in, const char* name) noexcept {
  const auto first = in.u8(name);
  if (first <= largest_byte) [[likely]]
    return {first.value, first.at, 1, name};
  // Where 8 bytes are left, one load serves all lengths: in an index map they come in no order to be foreseen.
  constexpr std::uint8_t widest = width == Width::u64 ? mark_u64 : mark_u32;
  if (first <= widest && in.remaining() >= sizeof(std::uint64_t)) [[likely]] {
    constexpr std::uint64_t smallest[] = {largest_byte + 1, UINT16_MAX + 1, std::uint64_t{UINT32_MAX} + 1};
    const unsigned form = first - mark_u16;
    const std::uint64_t size = std::uint64_t{2} << form;
    const std::uint64_t number = load_le<std::uint64_t>(in.cursor()) & UINT64_MAX >> (64 - 8 * size);
    in.skip(size, name);
    const Varint read{number, first.at, 1 + size, name};
    require(in, number >= smallest[form], rule::varint_not_minimal, read, shortest_varint(number));
    return read;
  }
  std::uint64_t value = 0;
  if (first == mark_u16) {
    value = in.u16le(name);
  } else if (first == mark_u32) {
    value = in.u32le(name);
  } else if (first == mark_u64 && (width == Width::u64 || in.require(false, rule::varint_mark, first))) {
    value = in.u64le(name);
  } else {
    in.require(false, rule::varint_mark, first);
    return {0, first.at, 1, name};
  }
  if (!in.ok()) return {0, first.at, 1, name};
  const Varint read{value, first.at, varint_size(first), name};
  require(in, read.size == shortest_varint(value), rule::varint_not_minimal, read, shortest_varint(value));
  return read;
}

// load_varint reads a number of a valid file and goes on behind it.
[[nodiscard]] inline std::uint64_t load_varint(const std::byte*& next) noexcept {
  const auto first = std::to_integer<std::uint8_t>(*next++);
  if (first <= largest_byte) [[likely]]
    return first;
  std::uint64_t value = 0;
  const std::uint64_t size = varint_size(first) - 1;
  for (std::uint64_t i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(next[i]) << (8 * i);
  next += size;
  return value;
}

inline void write_varint(Writer& to, std::uint64_t value) noexcept {
  if (value <= largest_byte) return to.u8(static_cast<std::uint8_t>(value));
  const std::uint64_t size = shortest_varint(value);
  to.u8(size == 3 ? mark_u16 : size == 5 ? mark_u32 : mark_u64);
  if (size == 9) return to.u64le(value);
  if (size == 5) return to.u32le(static_cast<std::uint32_t>(value));
  to.u8(static_cast<std::uint8_t>(value & 0xff));
  to.u8(static_cast<std::uint8_t>(value >> 8));
}

}  // namespace hallmark::bintensors
