// The twelve types of Futhark, as the four bytes that name them. futhark#type-values.
#pragma once

#include <array>
#include <optional>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark::futhark {

// The version of the binary form, the second byte of a value.
inline constexpr std::uint8_t supported_version = 2;

// type_string gives the four bytes as a little-endian word.
constexpr std::uint32_t type_string(const char (&text)[5]) noexcept {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * i);
  return word;
}

struct Type {
  std::uint32_t string = 0;
  DType dtype = DType::u8;
  std::uint8_t size = 0;  // bytes for each element
};

inline constexpr Type types[] = {
    {type_string("  i8"), DType::i8, 1},  {type_string(" i16"), DType::i16, 2},
    {type_string(" i32"), DType::i32, 4}, {type_string(" i64"), DType::i64, 8},
    {type_string("  u8"), DType::u8, 1},  {type_string(" u16"), DType::u16, 2},
    {type_string(" u32"), DType::u32, 4}, {type_string(" u64"), DType::u64, 8},
    {type_string(" f16"), DType::f16, 2}, {type_string(" f32"), DType::f32, 4},
    {type_string(" f64"), DType::f64, 8}, {type_string("bool"), DType::boolean, 1},
};

// A table in which each type has a place of its own: one multiplication and one comparison find it.
class TypeTable {
 public:
  constexpr TypeTable() noexcept {
    while (!fill()) factor_ += 2;
  }
  // find gives null for a string that names no type.
  [[nodiscard]] constexpr const Type* find(std::uint32_t string) const noexcept {
    const Type& type = places_[place(string)];
    return type.string == string ? &type : nullptr;
  }

 private:
  static constexpr unsigned place_bits = 5;
  static constexpr unsigned places = 1U << place_bits;
  static_assert(places >= std::size(types));

  [[nodiscard]] constexpr std::size_t place(std::uint32_t string) const noexcept {
    return string * factor_ >> (32 - place_bits);
  }
  constexpr bool fill() noexcept {
    std::array<bool, places> taken{};
    places_.fill(types[0]);  // no string that leads to an empty place equals this one
    for (const Type& type : types) {
      if (taken[place(type.string)]) return false;
      taken[place(type.string)] = true;
      places_[place(type.string)] = type;
    }
    return true;
  }

  std::uint32_t factor_ = 0x9e3779b1;
  std::array<Type, places> places_{};
};

inline constexpr TypeTable type_table;
static_assert(type_table.find(types[0].string)->dtype == types[0].dtype && type_table.find(0) == nullptr);

// SizeByLetter gives the size of an element from the last letter of its type, without a look into memory: where one
// value of many types ends decides where the next begins. Four bits are the size less one; other letters give some
// size, too.
class SizeByLetter {
 public:
  constexpr SizeByLetter() noexcept {
    for (const Type& type : types) sizes_ |= std::uint64_t{type.size - 1U} << place(type.string >> 24);
  }
  // of gives 1 to 8.
  [[nodiscard, gnu::always_inline]] constexpr std::uint64_t of(std::uint64_t letter) const noexcept {
    return (sizes_ >> place(letter) & 7) + 1;
  }

 private:
  [[nodiscard]] static constexpr std::uint64_t place(std::uint64_t letter) noexcept { return letter * 4 & 63; }

  std::uint64_t sizes_ = 0;
};

inline constexpr SizeByLetter size_by_letter;
static_assert([] {
  for (const Type& type : types) {
    if (size_by_letter.of(type.string >> 24) != type.size) return false;
  }
  return true;
}());

// is_futhark says whether a dtype is one of the twelve.
[[nodiscard]] constexpr bool is_futhark(DType dtype) noexcept {
  for (const Type& type : types) {
    if (type.dtype == dtype) return true;
  }
  return false;
}

[[nodiscard]] constexpr bool is_float(DType dtype) noexcept {
  return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64;
}

// Named is the type whose name a text begins with, or none; `cut` says that the text ends inside a name.
struct Named {
  const Type* type = nullptr;
  bool cut = false;
};

// type_named looks at the first bytes of a text, or at all of a shorter one, for a type that is `allowed`.
template <class Allowed>
[[nodiscard]] Named type_named(Bytes text, const Allowed& allowed) noexcept {
  constexpr std::size_t longest = sizeof types[0].string;
  const std::string_view start = as_text(text.size() < longest ? text : text.first(longest));
  Named named;
  for (const Type& type : types) {
    if (!allowed(type.dtype)) continue;
    const std::string_view name = name_of(type.dtype);
    if (start.starts_with(name)) return {&type, false};
    named.cut = named.cut || name.starts_with(start);
  }
  return named;
}

}  // namespace hallmark::futhark
