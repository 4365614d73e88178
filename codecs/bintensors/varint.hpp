// Varints: 0 to 250 are themselves, 251, 252 and 253 announce a u16, u32 or u64. bintensors#varint-encoding.
#pragma once

#include "bintensors/rules.hpp"
#include "core/reader.hpp"
#include "hallmark/core/writer.hpp"

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

// smallest_of_form is the smallest value that may be written behind each mark.
inline constexpr std::uint64_t smallest_of_form[] = {largest_byte + 1, UINT16_MAX + 1, std::uint64_t{UINT32_MAX} + 1};

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

// read_varint reads a number; one byte is nearly always all there is. Where 8 more bytes are left, one load serves all
// lengths: in an index map they come in no order to be foreseen. The result is put together in one place: of one that
// is made in several, g++ 12 copies blocks that were just written in smaller pieces, which stalls the processor.
template <Width width = Width::u64>
[[nodiscard, gnu::always_inline]] inline Varint read_varint(Reader& in, const char* name) noexcept {
  constexpr std::uint8_t widest = width == Width::u64 ? mark_u64 : mark_u32;
  const auto first = in.u8(name);
  std::uint64_t value = first;
  std::uint64_t size = 1;
  if (first > largest_byte) [[unlikely]] {
    if (first > widest) [[unlikely]] {
      in.require(false, rule<"bintensors/varint-mark">, first);
      value = 0;
    } else {
      const unsigned form = first - mark_u16;
      const std::uint64_t rest = std::uint64_t{2} << form;
      if (in.remaining() >= sizeof(std::uint64_t)) [[likely]] {
        value = load_le<std::uint64_t>(in.cursor()) & UINT64_MAX >> (64 - 8 * rest);
        in.skip(rest, name);
      } else {
        value = form == 0 ? in.u16le(name).value : form == 1 ? in.u32le(name).value : in.u64le(name).value;
      }
      size = 1 + rest;
      in.require(!in.ok() || value >= smallest_of_form[form], rule<"bintensors/varint-not-minimal">, first.at, size,
                 name, value, shortest_varint(value));
    }
  }
  return {value, first.at, size, name};
}

// Loaded is a number that is not judged, and the bytes that it takes: none where they are not there.
struct Loaded {
  std::uint64_t value = 0;
  std::uint64_t size = 0;
};

// load_last_varint is load_varint where fewer than 9 bytes are left, or no number begins. By value, so that the
// caller's cursor stays in registers.
[[nodiscard, gnu::noinline, gnu::cold]] inline Loaded load_last_varint(const std::byte* from,
                                                                       const std::byte* end) noexcept {
  const auto left = static_cast<std::uint64_t>(end - from);
  const std::uint64_t size = left == 0 ? 1 : varint_size(std::to_integer<std::uint8_t>(*from));
  if (size > left) return {};
  Loaded number{0, size};
  for (std::uint64_t i = size - 1; i != 0; --i) {
    number.value = number.value << 8 | std::to_integer<std::uint64_t>(from[i]);
  }
  return number;
}

// load_varint reads a number without judging it, and goes on after it. Where it would reach beyond `end`, it is not
// read, and the result is false.
[[nodiscard, gnu::always_inline]] inline bool load_varint(const std::byte*& next, const std::byte* end,
                                                          std::uint64_t& value) noexcept {
  if (next != end) [[likely]] {
    const auto first = std::to_integer<std::uint8_t>(*next);
    value = first;
    if (first <= largest_byte) [[likely]] {
      ++next;
      return true;
    }
    if (first <= mark_u64 && end - next > static_cast<std::ptrdiff_t>(sizeof value)) [[likely]] {
      const unsigned size = 2U << (first - mark_u16);
      value = load_le<std::uint64_t>(next + 1) & UINT64_MAX >> (64 - 8 * size);
      next += 1 + size;
      return true;
    }
  }
  const Loaded number = load_last_varint(next, end);
  value = number.value;
  next += number.size;
  return number.size != 0;
}

// Rereader reads a part of a record that has been read before. Its bytes may have changed since, as those of a mapped
// file may: only the end is certain. What would reach beyond it is 0, or empty.
class Rereader {
 public:
  explicit Rereader(Bytes part) noexcept : next_(part.data()), end_(part.data() + part.size()) {}
  Rereader(const std::byte* next, const std::byte* end) noexcept : next_(next), end_(end) {}

  [[nodiscard]] const std::byte* next() const noexcept { return next_; }
  [[nodiscard]] const std::byte* end() const noexcept { return end_; }
  [[nodiscard]] std::uint64_t left() const noexcept { return static_cast<std::uint64_t>(end_ - next_); }

  [[gnu::always_inline]] std::uint64_t number() noexcept {
    std::uint64_t value = 0;
    (void)load_varint(next_, end_, value);
    return value;
  }
  // count is a number of things that take a byte each at least.
  [[nodiscard]] std::uint64_t count() noexcept {
    const std::uint64_t count = number();
    return count <= left() ? count : 0;
  }
  [[nodiscard]] Bytes string() noexcept {
    const std::uint64_t size = count();
    next_ += size;
    return {next_ - size, static_cast<std::size_t>(size)};
  }

 private:
  const std::byte* next_;
  const std::byte* end_;
};

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
