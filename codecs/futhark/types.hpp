// SPDX-License-Identifier: Apache-2.0
// The twelve types of Futhark, as the four bytes that name them. futhark#type-values.
#pragma once

#include <algorithm>
#include <array>

#include "core/decimal.hpp"
#include "core/digits.hpp"
#include "core/integers.hpp"

namespace hallmark::futhark {

// The version of the binary form, the second byte of a value.
inline constexpr std::uint8_t supported_version = 2;

inline constexpr std::uint64_t header_size = 7;  // of a binary value: "b", version, rank, type
inline constexpr std::uint64_t header_start = 'b' | supported_version << 8;
inline constexpr std::uint64_t header_mask = (std::uint64_t{1} << (8 * header_size)) - 1;
inline constexpr std::uint64_t smallest_array = header_size + sizeof(std::uint64_t);

[[nodiscard]] constexpr bool is_float(DType dtype) noexcept {
  return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64;
}

struct Type {
  constexpr Type(const char (&text)[5], DType of, std::uint8_t bytes) noexcept : dtype(of), size(bytes) {
    for (unsigned i = 0; i < 4; ++i) string |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * i);
    for (name = string; (name & 0xff) == ' '; name >>= 8) --name_length;
    name_mask = UINT32_MAX >> 8 * (4 - name_length);
    header |= std::uint64_t{string} << 24;
  }
  [[nodiscard]] constexpr bool is_float() const noexcept { return floating; }
  // is_named says that a text begins with the name of the type.
  [[nodiscard, gnu::always_inline]] constexpr bool is_named(std::uint64_t text) const noexcept {
    return ((text ^ name) & name_mask) == 0;
  }
  [[nodiscard]] constexpr bool is_bool() const noexcept { return dtype == DType::boolean; }

  std::uint32_t string = 0;  // as a little-endian word, and without spaces before the name
  std::uint32_t name = 0;
  std::uint32_t name_length = 4;
  std::uint32_t name_mask = 0;
  DType dtype;
  std::uint8_t size;  // bytes for each element
  bool floating = futhark::is_float(dtype);
  Stride<smallest_array> scalar = Stride<smallest_array>(header_size + size);  // of a binary one
  std::uint64_t header = header_start;                                         // of a scalar, as a word
  IntegerRange range = integer_range(dtype);                                   // of an integer type
  std::int64_t magnitude = small_magnitude(dtype);                             // of numbers, where it is a float
};

inline constexpr Type types[] = {
    {"  i8", DType::i8, 1},  {" i16", DType::i16, 2}, {" i32", DType::i32, 4}, {" i64", DType::i64, 8},
    {"  u8", DType::u8, 1},  {" u16", DType::u16, 2}, {" u32", DType::u32, 4}, {" u64", DType::u64, 8},
    {" f16", DType::f16, 2}, {" f32", DType::f32, 4}, {" f64", DType::f64, 8}, {"bool", DType::boolean, 1},
};

// Tables in which each type has a place of its own, by the four bytes that name it or by the first two of its name in a
// text: one multiplication and one comparison find it.
[[nodiscard]] constexpr std::size_t type_place(std::uint32_t bytes) noexcept { return bytes * 0xcd613e31U >> 27; }
template <std::uint32_t Type::* bytes, std::uint32_t mask>
inline constexpr auto type_places = [] {
  std::array<const Type*, 32> places{};
  places.fill(types);  // no bytes that lead to an empty place equal those of this one
  for (const Type& type : types) places[type_place(type.*bytes & mask)] = &type;
  return places;
}();

// type_at returns the only type that may be the one that a string names, type_named the only one whose name a text may
// begin with.
[[nodiscard, gnu::always_inline]] constexpr const Type& type_at(std::uint64_t string) noexcept {
  return *type_places<&Type::string, UINT32_MAX>[type_place(static_cast<std::uint32_t>(string))];
}
[[nodiscard, gnu::always_inline]] constexpr const Type& type_named(std::uint64_t text) noexcept {
  return *type_places<&Type::name, UINT16_MAX>[type_place(text & UINT16_MAX)];
}
static_assert(std::all_of(std::begin(types), std::end(types),
                          [](auto& type) { return &type_at(type.string) == &type; }));
static_assert(std::all_of(std::begin(types), std::end(types),
                          [](auto& type) { return &type_named(type.name) == &type; }));

// type_of returns null for a dtype that is none of the twelve.
[[nodiscard]] constexpr const Type* type_of(DType dtype) noexcept {
  for (const Type& type : types) {
    if (type.dtype == dtype) return &type;
  }
  return nullptr;
}

// ends_in_name says that a text ends inside the name of a type that is `allowed`.
template <class Allowed>
[[nodiscard]] bool ends_in_name(TextCursor at, const Allowed& allowed) noexcept {
  if (at.remaining() >= sizeof Type::string) return false;
  for (const Type& type : types) {
    const std::string_view name = name_of(type.dtype);
    if (at.remaining() < name.size() && name.starts_with(as_text(at.rest())) && allowed(type)) return true;
  }
  return false;
}

}  // namespace hallmark::futhark
