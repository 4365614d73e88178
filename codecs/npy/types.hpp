// SPDX-License-Identifier: Apache-2.0
// Type strings, and the tape as decoder, encoder and Fields read it.
#pragma once

#include "hallmark/npy.hpp"
#include "hallmark/npy/rules.hpp"

namespace hallmark::npy {

// TypeText is what a type string says. Where it breaks a rule that is no error under compat, that is `mark`.
struct TypeText {
  TypeKind kind = TypeKind::raw;
  bool big_endian = false;
  std::uint8_t unit = 0;
  std::uint32_t unit_count = 1;
  std::uint64_t size = 0;
  const Rule* broken = nullptr;
  const Rule* mark = nullptr;
};
[[nodiscard]] TypeText read_type_text(std::string_view text) noexcept;

// Flags of tokens.
inline constexpr std::uint8_t is_kept = 1;  // a text is in the texts, at the low half of value, of the size of the high
inline constexpr std::uint8_t is_big_endian = 2;  // of a type
inline constexpr std::uint8_t is_negative = 4;    // of an integer
inline constexpr std::uint8_t is_too_large = 8;   // above 2^63-1
inline constexpr std::uint8_t is_repeated = 16;   // a name that was there before

using Tokens = std::span<const Token>;

[[nodiscard]] constexpr bool is_bracket(Token::Kind kind) noexcept {
  return kind >= Token::Kind::list && kind <= Token::Kind::dictionary;
}
// after gives the token that follows a value.
[[nodiscard]] inline std::uint32_t after(Tokens tape, std::uint32_t i) noexcept {
  return (is_bracket(tape[i].kind) ? tape[i].link : i) + 1;
}
// A field is a tuple of name, descr and maybe shape.
[[nodiscard]] inline std::uint32_t descr_of(Tokens tape, std::uint32_t field) noexcept {
  return after(tape, field + 1);
}
[[nodiscard]] inline std::uint32_t shape_of(Tokens tape, std::uint32_t field) noexcept {
  return after(tape, descr_of(tape, field));
}
// has_shape asks for the token that shape_of gives.
[[nodiscard]] inline bool has_shape(Tokens tape, std::uint32_t shape) noexcept {
  return tape[shape].kind != Token::Kind::end;
}
// elements_of gives the elements of a field that was read.
[[nodiscard]] inline std::uint64_t elements_of(Tokens tape, std::uint32_t field) noexcept {
  const std::uint32_t shape = shape_of(tape, field);
  return has_shape(tape, shape) ? tape[shape].value : 1;
}
// owner_of gives the field whose descr a list is: before it is its name, or its title and name in brackets.
[[nodiscard]] inline std::uint32_t owner_of(Tokens tape, std::uint32_t list) noexcept {
  const Token& name = tape[list - 1];
  return (name.kind == Token::Kind::end ? name.link : list - 1) - 1;
}
// The closing bracket of an entry knows what it is an entry of, and which one.
[[nodiscard]] inline std::uint32_t parent_of(Tokens tape, std::uint32_t bracket) noexcept {
  return static_cast<std::uint32_t>(tape[tape[bracket].link].value);
}
[[nodiscard]] inline std::uint32_t index_of(Tokens tape, std::uint32_t bracket) noexcept {
  return static_cast<std::uint32_t>(tape[tape[bracket].link].value >> 32);
}
[[nodiscard]] std::string_view text_of(const Fields::Tape& tape, std::uint32_t i) noexcept;
// shape_at gives the dimensions of a tuple that was read, or of an integer alone.
[[nodiscard]] Shape shape_at(Tokens tape, std::uint32_t i) noexcept;
// is_either_order: row-major is Fortran order, for at most one dimension is above 1, or one is 0.
[[nodiscard]] bool is_either_order(const Shape& shape) noexcept;
[[nodiscard]] Type type_at(const Fields::Tape& tape, std::uint32_t i) noexcept;

// Counts are those of a header that its scratch depends on.
struct Counts {
  std::uint64_t tokens = 0;
  bool kept = false;  // it has escapes or bytes that are not ASCII
};
[[nodiscard]] Counts counts_of(Bytes header) noexcept;
[[nodiscard]] std::uint64_t scratch_of(Counts counts, std::uint64_t size) noexcept;

}  // namespace hallmark::npy
